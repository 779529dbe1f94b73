import { isWithin } from '@vezne/domain/limits';
import type { Cents } from '@vezne/domain/money';
import type { TransactionType } from '@vezne/domain/transaction-state';
import { OutcomeUnknownError } from '../../db/errors.ts';
import type { ReferenceKey, StoredCreation } from '../../db/read/transactions.ts';
import type { NewTransaction } from '../../db/write/transactions.ts';
import { toTransactionId } from '../../ids.ts';
import type { ConfigurationView, Partner } from '../configuration/model.ts';
import { refused } from '../refusal.ts';
import type { RefusedError } from '../refusal.ts';
import type { Creations } from './creations.ts';

/** What makes two create calls the same: a retry may differ in nothing of this. */
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
  /** Which transaction is meant. Of a malformed call perhaps no more than the reference is known. */
  identity: CreationIdentity | ReferenceKey;
  /** What is to be created, or what stands against it already. */
  details: Details | RefusedError;
  /** True once the partner has hung up: it will never hear of the transaction, so none is written any more. */
  isAbandoned: () => boolean;
}

export interface Creation {
  stored: StoredCreation;
  /** True when an earlier request had created it. */
  isReplay: boolean;
}

/** Refuses what administrators, or the load of this process, set against new transactions of any kind. */
export function admit(
  { isOverloaded }: Creations,
  {
    type,
    partner,
    view: { configuration },
    amountCents,
  }: { type: TransactionType; partner: Partner; view: ConfigurationView; amountCents: Cents },
): void {
  if (isOverloaded) throw refused('overloaded');
  if (configuration.isPaused[type] || partner.isPaused[type]) throw refused(`${type}s_paused`);
  const range = configuration.limits[type];
  if (!isWithin(amountCents, range)) throw refused('amount_out_of_range', { ...range });
}

/**
 * Creates a transaction, or returns the one that an earlier request with the same reference created.
 *
 * Partners take any non-success answer as "nothing was created" and give the player the money back, so what speaks against a
 * create (the row is then a rejection) is only said after the reference was looked up and not found.
 */
export async function createOrReplay(
  creations: Creations,
  {
    identity,
    row,
    isAbandoned,
  }: Pick<CreateCall<unknown>, 'identity' | 'isAbandoned'> & { row: PromiseSettledResult<NewTransaction> },
): Promise<Creation & { bankAccountId: string | null }> {
  if (row.status === 'rejected') return await replayOr(creations, identity, row.reason);
  const inserted = await creations.insert({ row: row.value, isAbandoned }).catch((error: unknown) => ({
    outcome: 'failed' as const,
    error,
  }));
  switch (inserted.outcome) {
    case 'created':
      return { stored: row.value, isReplay: false, bankAccountId: inserted.bankAccountId };
    case 'taken': {
      const taken = new OutcomeUnknownError('A reference is taken, but its transaction was not found.');
      const replay = await replayOr(creations, identity, taken);
      // An earlier try of this row, whose outcome was unknown, had succeeded after all.
      return { ...replay, isReplay: replay.stored.id !== row.value.id };
    }
    case 'abandoned':
      throw new OutcomeUnknownError('The partner hung up before the transaction was written.');
    case 'failed':
      if (inserted.error instanceof OutcomeUnknownError) throw inserted.error;
      return await replayOr(creations, identity, inserted.error);
  }
}

/**
 * The existing transaction of the reference, if there is one and it is the same; otherwise the refusal. Where only the reference
 * is known, a reference in use is a conflict: no other refusal may sound as if it were free.
 */
async function replayOr(
  creations: Creations,
  identity: CreationIdentity | ReferenceKey,
  refusal: unknown,
): Promise<Creation & { bankAccountId: null }> {
  const stored = await creations.find(identity);
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
