import type { Transaction } from 'kysely';
import type pg from 'pg';
import { withTimeout } from '../concurrency/timeout.ts';
import { createDatabaseOn } from './kysely.ts';
import type { Database } from './schema.ts';
import { withConnection } from './statement.ts';
import type { StatementOptions } from './statement.ts';

/**
 * Runs a transaction of typed queries on a connection that is thrown away when it fails or takes too long, as one does whose
 * server is gone without a word. What was not committed is undone.
 */
export async function transactionWithin<T>(
  pool: pg.Pool,
  work: (trx: Transaction<Database>) => Promise<T>,
  { timeoutMs }: StatementOptions,
): Promise<T> {
  return await withConnection(
    pool,
    async (client) => await withTimeout(timeoutMs, createDatabaseOn(client).transaction().execute(work)),
  );
}
