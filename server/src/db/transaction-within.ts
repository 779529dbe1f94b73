import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type pg from 'pg';
import { createDatabaseOn } from './kysely.ts';
import type { Database } from './schema.ts';
import { BARRIER_SQL, answeredWithin, notingWrite, untilCommitIsSafe, withConnection } from './statement.ts';
import type { StatementOptions } from './statement.ts';

/** Works with typed queries and with plain ones, on one connection and in one transaction. */
type Work<T> = (trx: Transaction<Database>, client: pg.PoolClient) => Promise<T>;

/**
 * Runs a transaction of typed queries on a connection that is thrown away when it fails or takes too long, as one does whose
 * server is gone without a word. What was not committed is undone.
 */
export async function transactionWithin<T>(
  pool: pg.Pool,
  work: Work<T>,
  { timeoutMs }: StatementOptions,
): Promise<T> {
  return await withConnection(
    pool,
    async (client) => await notingWrite(pool, async () => await execute(client, work, timeoutMs)),
  );
}

/** The same for what must not be lost once it is reported: returns only when the commit is safe. */
export async function safeTransactionWithin<T>(
  pool: pg.Pool,
  work: Work<T>,
  { timeoutMs }: StatementOptions,
): Promise<T> {
  return await withConnection(
    pool,
    async (client) =>
      await notingWrite(
        pool,
        async () =>
          await untilCommitIsSafe(client, timeoutMs, async () => await execute(client, work, timeoutMs)),
      ),
  );
}

/** The same for work that opens its one transaction itself. */
export async function safeDatabaseWithin<T>(
  pool: pg.Pool,
  work: (db: Kysely<Database>) => Promise<T>,
  { timeoutMs }: StatementOptions,
): Promise<T> {
  return await withConnection(
    pool,
    async (client) =>
      await notingWrite(
        pool,
        async () =>
          await untilCommitIsSafe(
            client,
            timeoutMs,
            async () => await answeredWithin(timeoutMs, work(createDatabaseOn(client))),
          ),
      ),
  );
}

/**
 * For what was found to be done already and is told as done: whoever did it may have been told of no confirmation. Its commit then waits, on the
 * connection that found it, as in runConfirmedReads.
 */
export async function confirmWhatWasFound(db: Kysely<Database>): Promise<void> {
  await sql.raw(BARRIER_SQL).execute(db);
}

async function execute<T>(client: pg.PoolClient, work: Work<T>, timeoutMs: number): Promise<T> {
  const transaction = createDatabaseOn(client).transaction();
  return await answeredWithin(
    timeoutMs,
    transaction.execute(async (trx) => await work(trx, client)),
  );
}
