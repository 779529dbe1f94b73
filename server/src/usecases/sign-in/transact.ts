import type { Transaction } from 'kysely';
import type pg from 'pg';
import { OutcomeUnknownError, isKnownUndone } from '../../db/errors.ts';
import type { Database } from '../../db/schema.ts';
import { safeTransactionWithin } from '../../db/transaction-within.ts';
import { RefusedError } from '../refusal.ts';

/** A few rows by their keys. Longer than anybody may hold a lock. */
const TIMEOUT_MS = 5_000;

/** One transaction that is known to be done, known to be undone, or said to be unknown. It is not tried again: people do that. */
export async function transact<T>(
  pool: pg.Pool,
  work: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  try {
    return await safeTransactionWithin(pool, work, { timeoutMs: TIMEOUT_MS });
  } catch (error) {
    if (error instanceof RefusedError || isKnownUndone(error)) throw error;
    throw new OutcomeUnknownError('It is not known whether the database did it.', { cause: error });
  }
}
