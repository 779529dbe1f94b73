import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { AuditAction } from '@vezne/domain/audit-actions';
import { findDonePress } from '../../db/read/audit/entries.ts';
import type { Database } from '../../db/schema.ts';
import type { AdminContext } from '../admin-context.ts';
import { refused } from '../refusal.ts';
import { canonicalText, storedInput } from './stored-input.ts';

/** A press that was done before came again: nothing is done, and whoever sent it is told that it was. */
export class DoneBefore extends Error {
  override name = 'DoneBefore';
}

/** What one press says, whoever sends it how often. */
interface Said {
  action: AuditAction;
  input: object;
}

/** For the details of the audit entry: why it was done, and by which press, so that this is known when it comes again. */
export function pressDetails({ pressId, note = null }: AdminContext, { input }: Pick<Said, 'input'>): object {
  return {
    ...(note === null ? {} : { reason: note }),
    ...(pressId === undefined ? {} : { press: { id: pressId, said: hashOf({ note, input }) } }),
  };
}

/**
 * Throws if this press was done before: somebody else may have changed the same thing since, and a late echo must not undo that. Asked
 * under the lock of what is changed, so that of two at once the second one finds the first.
 */
export async function stopAtEcho(
  trx: Transaction<Database>,
  { pressId, note = null, actor }: AdminContext,
  { action, input }: Said,
): Promise<void> {
  if (pressId === undefined) return;
  const done = await findDonePress(trx, { actorId: actor.id, action, pressId });
  if (done === undefined) return;
  // The same id with other words is another press: its sender must not read that it was done.
  if (done.said !== hashOf({ note, input })) throw refused('operation_conflict', { operationId: pressId });
  throw new DoneBefore();
}

function hashOf(said: object): string {
  return createHash('sha256')
    .update(canonicalText(storedInput(said)))
    .digest('hex')
    .slice(0, HASH_LENGTH);
}

const HASH_LENGTH = 16;
