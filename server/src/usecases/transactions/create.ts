import type { Cents } from '@vezne/domain/money';
import { OutcomeUnknownError } from '../../db/errors.ts';
import type { ReferenceKey, StoredCreation } from '../../db/read/transactions.ts';
import type { NewTransaction } from '../../db/write/transactions.ts';
import { Refusal } from '../refusal.ts';
import { toTransactionId } from '../../ids.ts';
import type { Creations } from './creations.ts';
import type { InsertResult } from './insert-batch.ts';

/** What makes two create calls the same: a retry may differ in nothing of this. */
export interface CreationIdentity extends ReferenceKey {
  amountCents: Cents;
  currency: string;
  customerId: string;
  /** Withdrawals only. */
  payoutIban: string | null;
}

export interface Creation {
  stored: StoredCreation;
  /** True when an earlier request had created it. */
  isReplay: boolean;
}

/**
 * Creates a transaction, or returns the one that an earlier request with the same reference created.
 *
 * Partners take any non-success answer as "nothing was created" and give the player the money back, so whatever speaks
 * against a create (`build` throws it) is only said after the reference was looked up and not found.
 */
export async function createOrReplay(
  creations: Creations,
  request: {
    identity: CreationIdentity;
    build: () => Promise<NewTransaction>;
    isAbandoned: () => boolean;
    onCreated?: (row: NewTransaction, bankAccountId: string | null) => void;
  },
): Promise<Creation> {
  const { identity, isAbandoned } = request;
  let row: NewTransaction;
  try {
    if (creations.isOverloaded) throw new Refusal('overloaded');
    row = await request.build();
  } catch (refusal) {
    return await replayOr(creations, identity, refusal);
  }

  let result: InsertResult;
  try {
    result = await creations.insert({ row, isAbandoned });
  } catch (error) {
    if (error instanceof OutcomeUnknownError) throw error;
    return await replayOr(creations, identity, error);
  }
  switch (result.outcome) {
    case 'created':
      request.onCreated?.(row, result.bankAccountId);
      return { stored: row, isReplay: false };
    case 'taken': {
      const replay = await findReplay(creations, identity);
      if (!replay) throw new OutcomeUnknownError('A reference is taken, but its transaction was not found.');
      // An earlier try of this row, whose outcome was unknown, had succeeded after all.
      return replay.stored.id === row.id ? { ...replay, isReplay: false } : replay;
    }
    case 'abandoned':
      throw new OutcomeUnknownError('The partner hung up before the transaction was written.');
  }
}

/** Answers with the existing transaction of the reference if there is one, and otherwise with the refusal. */
export async function replayOr(
  creations: Creations,
  identity: CreationIdentity,
  refusal: unknown,
): Promise<Creation> {
  const replay = await findReplay(creations, identity);
  if (replay) return replay;
  throw refusal;
}

/** For a request whose reference alone can be read: if it is in use, that is what stands against it. */
export async function conflictOr(creations: Creations, key: ReferenceKey, refusal: unknown): Promise<never> {
  const stored = await creations.find(key);
  throw stored ? conflictWith(stored) : refusal;
}

function conflictWith({ id, status }: StoredCreation): Refusal {
  return new Refusal('external_reference_conflict', { transactionId: toTransactionId(id), status });
}

async function findReplay(creations: Creations, identity: CreationIdentity): Promise<Creation | undefined> {
  const stored = await creations.find(identity);
  if (!stored) return undefined;
  const isSame =
    stored.amountCents === identity.amountCents &&
    stored.currency === identity.currency &&
    stored.customerId === identity.customerId &&
    stored.payoutIban === identity.payoutIban;
  if (isSame) return { stored, isReplay: true };
  throw conflictWith(stored);
}
