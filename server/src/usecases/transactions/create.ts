import { isWithin } from '@vezne/domain/limits';
import type { Cents } from '@vezne/domain/money';
import type { TransactionType } from '@vezne/domain/transaction-state';
import { OutcomeUnknownError } from '../../db/errors.ts';
import type { ReferenceKey, StoredCreation } from '../../db/read/transactions/transactions.ts';
import type { NewTransaction } from '../../db/write/transactions/transactions.ts';
import { toTransactionId } from '../../ids.ts';
import type { ConfigurationView, Partner } from '../configuration/model.ts';
import { refused } from '../refusal.ts';
import type { RefusedError } from '../refusal.ts';
import type { Creations } from './creations.ts';

/** What makes two create calls the same. A retry must repeat all of it. */
export interface CreationIdentity extends ReferenceKey {
  amountCents: Cents;
  currency: string;
  customerId: string;
  /** Withdrawals only. */
  payoutIban: string | null;
}

/** A partner's call to create a transaction, as far as it could be read. */
export interface CreateCall<Details> {
  partner: Partner;
  view: ConfigurationView;
  /** Which transaction is meant. For a malformed call, perhaps only the reference is known. */
  identity: CreationIdentity | ReferenceKey;
  /** What to create, or why it is already refused. */
  details: Details | RefusedError;
  /** True when the partner has hung up. It will never hear of the transaction, so none is written any more. */
  isAbandoned: () => boolean;
  /** When the call came. Blocks end by this time. */
  nowMs: number;
  /** How long the partner's connection is kept waiting. */
  deadlineMs: number;
}

export interface Creation {
  stored: StoredCreation;
  /** True when an earlier request had created it. */
  isReplay: boolean;
}

/** Refuses a new transaction of any kind because of settings of administrators or the load of this process. */
export function admit(
  { isOverloaded }: Creations,
  {
    type,
    partner,
    view: { configuration },
    nowMs,
    customerId,
    amountCents,
  }: Pick<CreateCall<unknown>, 'partner' | 'view' | 'nowMs'> & {
    type: TransactionType;
    customerId: string;
    amountCents: Cents;
  },
): void {
  if (isOverloaded) throw refused('overloaded');
  if (configuration.isPaused[type] || partner.isPaused[type]) throw refused(`${type}s_paused`);
  const player = { partnerId: partner.id, customerId };
  if (configuration.blocks.isPlayerBlocked(player, nowMs)) throw refused('player_blocked');
  const range = partner.limits[type];
  if (!isWithin(amountCents, range)) throw refused('amount_out_of_range', { ...range });
}

/**
 * Creates a transaction, or returns the one that an earlier request with the same reference created.
 *
 * Partners read every answer except success as "nothing was created" and give the player the money back. So a refusal, which
 * `makeRow` throws, is given only after the reference was looked up and not found. To make a row can take a moment, and a twin
 * that is refused meanwhile waits for it.
 */
export async function createOrReplay(
  creations: Creations,
  {
    identity,
    makeRow,
    isAbandoned,
    deadlineMs,
  }: Pick<CreateCall<unknown>, 'identity' | 'isAbandoned' | 'deadlineMs'> & {
    /** It ends by the time that it is given. */
    makeRow: (byMs: number) => Promise<NewTransaction>;
  },
): Promise<Creation & { bankAccountId: string | null }> {
  const asked = { identity, deadlineMs };
  const endAnnouncement = creations.announce(identity);
  const [row] = await Promise.allSettled([makeRow(creations.madeByMs(deadlineMs))]);
  if (row.status === 'rejected') {
    endAnnouncement();
    return await replayOr(creations, asked, row.reason);
  }
  const inserting = creations.insert({ row: row.value, isAbandoned, deadlineMs }).catch((error: unknown) => ({
    outcome: 'failed' as const,
    error,
  }));
  // From here on, look-ups wait for the insert.
  endAnnouncement();
  const inserted = await inserting;
  switch (inserted.outcome) {
    case 'created':
      return {
        stored: { ...row.value, referenceCode: inserted.referenceCode },
        isReplay: false,
        bankAccountId: inserted.bankAccountId,
      };
    case 'taken': {
      const taken = new OutcomeUnknownError('A reference is taken, but its transaction was not found.');
      const replay = await replayOr(creations, asked, taken);
      // An earlier attempt to write this row had an unknown outcome, and did succeed.
      return { ...replay, isReplay: replay.stored.id !== row.value.id };
    }
    case 'abandoned':
      throw new OutcomeUnknownError('The partner hung up before the transaction was written.');
    case 'busy':
      // As under overload: nothing was created, and the same call may succeed in a moment.
      return await replayOr(creations, asked, refused('overloaded'));
    case 'without_code': {
      const unknown = new OutcomeUnknownError(
        'No free reference code was found for a deposit that may exist.',
      );
      return await replayOr(creations, asked, inserted.mayBeWritten ? unknown : refused('unavailable'));
    }
    case 'failed':
      if (inserted.error instanceof OutcomeUnknownError) throw inserted.error;
      return await replayOr(creations, asked, inserted.error);
  }
}

/**
 * Returns the existing transaction of the reference if it is the same one; otherwise throws the refusal. If only the
 * reference is known and it is in use, the answer is a conflict: no other refusal may suggest that the reference is free.
 */
async function replayOr(
  creations: Creations,
  { identity, deadlineMs }: Pick<CreateCall<unknown>, 'identity' | 'deadlineMs'>,
  refusal: unknown,
): Promise<Creation & { bankAccountId: null }> {
  const stored = await creations.find(identity, deadlineMs);
  if (!stored) throw refusal;
  if (isSame(stored, identity)) return { stored, isReplay: true, bankAccountId: null };
  throw refused('external_reference_conflict', {
    transactionId: toTransactionId(stored.id),
    status: stored.status,
  });
}

function isSame(stored: StoredCreation, identity: CreationIdentity | ReferenceKey): boolean {
  return (
    'customerId' in identity &&
    stored.amountCents === identity.amountCents &&
    stored.currency === identity.currency &&
    stored.customerId === identity.customerId &&
    stored.payoutIban === identity.payoutIban
  );
}
