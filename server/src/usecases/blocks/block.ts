import type { Transaction } from 'kysely';
import type { Person } from '@vezne/domain/actor';
import { normalizeIban } from '@vezne/domain/iban';
import { isBroken } from '../../db/constraint.ts';
import { findBlock, findBlockOf } from '../../db/read/partners/blocked-parties.ts';
import type { BlockRecord, BlockedParty } from '../../db/read/partners/blocked-parties.ts';
import type { Database } from '../../db/schema.ts';
import { insertAuditEntry } from '../../db/write/audit/entries.ts';
import {
  BLOCK_ENDS_LATER,
  endBlock,
  insertBlock,
  lockBlocks,
} from '../../db/write/partners/blocked-parties.ts';
import type { AdminContext } from '../admin-context.ts';
import { checkedText } from '../checked-text.ts';
import { newSubjectId } from '../four-eyes/act.ts';
import { refuseUnlessMay } from '../may.ts';
import { getPartner } from '../partners/get.ts';
import { plainValues } from '../plain-values.ts';
import { RefusedError, refusal, refused } from '../refusal.ts';
import { getBlock } from './get.ts';

/** A player as their partner knows them, or an IBAN as people write it. */
export type BlockSubject = { partner: string; customerId: string } | { iban: string };

export interface BlockRequest {
  subject: BlockSubject;
  reason: string;
  /** null: for ever. */
  until: Date | null;
}

const CUSTOMER_ID_MAX_LENGTH = 64;
const REASON_MAX_LENGTH = 1024;

/**
 * Refuses new transactions of a player, or new payouts to an IBAN, until a time or for ever. What exists goes on. A block that
 * lasts longer replaces the one that is there; a shorter one would unblock, and that is another action.
 */
export async function block(context: AdminContext, request: BlockRequest): Promise<BlockRecord> {
  const { db, actor } = context;
  refuseUnlessMay(actor, 'block.add');
  const reason = checkedText('reason', request.reason, { maxLength: REASON_MAX_LENGTH });
  const { until } = request;
  const id = newSubjectId(context);
  return await db.transaction().execute(async (trx) => {
    const party = await checkedParty(trx, request.subject);
    await lockBlocks(trx);
    const repeated = await findBlock(trx, id);
    if (repeated !== undefined) return sameBlock(repeated, { party, reason, until, actor });
    const earlier = await findBlockOf(trx, party);
    if (earlier !== undefined) {
      if (!lastsLonger(until, earlier.expiresAt)) {
        throw refused('already_blocked', { blockId: earlier.id, until: earlier.expiresAt });
      }
      await endBlock(trx, earlier.id, actor);
    }
    await refusingPast(async () => await insertBlock(trx, { id, party, reason, expiresAt: until, actor }));
    await insertAuditEntry(trx, {
      actor,
      action: 'block.add',
      subjectType: 'block',
      subjectId: id,
      details: {
        after: plainValues({ ...party, reason, expiresAt: until }),
        ...(earlier === undefined ? {} : { replaces: earlier.id }),
      },
    });
    return await getBlock(trx, id);
  });
}

/** A press that comes twice has blocked once. With other words, or of somebody else, it is another press under the same id. */
function sameBlock(
  before: BlockRecord,
  { party, reason, until, actor }: Omit<BlockRequest, 'subject'> & { party: BlockedParty; actor: Person },
): BlockRecord {
  const isSameParty =
    party.kind === 'iban'
      ? before.iban === party.iban
      : before.partnerId === party.partnerId && before.customerId === party.customerId;
  const isSame =
    isSameParty &&
    before.reason === reason &&
    before.expiresAt?.getTime() === until?.getTime() &&
    before.blockedById === actor.id;
  if (!isSame) throw refused('operation_conflict', { operationId: before.id });
  return before;
}

async function checkedParty(trx: Transaction<Database>, subject: BlockSubject): Promise<BlockedParty> {
  if ('iban' in subject) {
    const iban = normalizeIban(subject.iban);
    if (iban === undefined) throw refused('iban_invalid', { text: subject.iban });
    return { kind: 'iban', iban };
  }
  const customerId = checkedText('player_id', subject.customerId, {
    maxLength: CUSTOMER_ID_MAX_LENGTH,
    keepSpaces: true,
  });
  const { id: partnerId } = await getPartner(trx, subject.partner);
  return { kind: 'player', partnerId, customerId };
}

function lastsLonger(until: Date | null, earlier: Date | null): boolean {
  return earlier !== null && (until === null || until > earlier);
}

async function refusingPast(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isBroken(error, BLOCK_ENDS_LATER)) throw error;
    throw new RefusedError(refusal('block_until_past'), { cause: error });
  }
}
