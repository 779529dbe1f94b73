import type pg from 'pg';
import { NotSentError } from './errors.ts';
import { withTimeout } from '../concurrency/timeout.ts';

export interface StatementOptions {
  /** After this the connection is dropped, never cancelled: the server finishes what it began. */
  timeoutMs: number;
}

/** Runs a read on a connection that is thrown away when it fails or takes too long. */
export async function runRead<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  query: pg.QueryConfig,
  { timeoutMs }: StatementOptions,
): Promise<Row[]> {
  return await withConnection(
    pool,
    async (client) => (await withTimeout(timeoutMs, client.query<Row>(query))).rows,
  );
}

/**
 * Runs one self-committing statement and returns only when its commit is safe.
 *
 * A commit that waits for a standby and is interrupted reports success with a WARNING, and its rows were gone after a
 * failover when we tried it. So a warning makes the outcome unknown until a later commit has waited for the standby
 * undisturbed: the log is replayed in order, and what precedes a replicated commit is replicated.
 */
export async function runWrite<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  query: pg.QueryConfig,
  { timeoutMs }: StatementOptions,
): Promise<Row[]> {
  return await withConnection(
    pool,
    async (client) =>
      await confirmed(
        client,
        timeoutMs,
        async () => (await withTimeout(timeoutMs, client.query<Row>(query))).rows,
      ),
  );
}

/** Runs several statements as one transaction, for what takes more than one, and returns only when its commit is safe. */
export async function runTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  { timeoutMs }: StatementOptions,
): Promise<T> {
  return await withConnection(
    pool,
    async (client) =>
      await confirmed(client, timeoutMs, async () => {
        await withTimeout(timeoutMs, client.query('begin'));
        // If the work fails the connection is thrown away, and with it the transaction.
        const result = await withTimeout(timeoutMs, work(client));
        await withTimeout(timeoutMs, client.query('commit'));
        return result;
      }),
  );
}

/** Hands out the result of a commit once it is safe; see runWrite. */
async function confirmed<T>(client: pg.PoolClient, timeoutMs: number, commit: () => Promise<T>): Promise<T> {
  const warnings = countWarnings(client);
  try {
    const result = await commit();
    if (warnings.count === 0) return result;
    await withTimeout(timeoutMs, client.query(`select pg_logical_emit_message(true, 'vezne', 'barrier')`));
    if (warnings.count === 1) return result;
    throw new Error('The standby did not confirm a commit.');
  } finally {
    warnings.stop();
  }
}

function countWarnings(client: pg.PoolClient): { readonly count: number; stop(): void } {
  let count = 0;
  const onNotice = (notice: { severity?: string | undefined }): void => {
    if (notice.severity === 'WARNING') count += 1;
  };
  client.on('notice', onNotice);
  return {
    get count() {
      return count;
    },
    stop: () => void client.off('notice', onNotice),
  };
}

/** Lends a connection for some work, and throws it away when the work fails: nobody knows what state it is in. */
export async function withConnection<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw new NotSentError('No connection to the database could be had.', { cause: error });
  });
  let failed = true;
  try {
    const result = await work(client);
    failed = false;
    return result;
  } finally {
    client.release(failed);
  }
}

/** A column of a batch: each becomes one array parameter, so that a batch of any size is the same statement. */
export type BatchColumn<Item> = readonly [name: string, type: string, value: (item: Item) => unknown];

/** `unnest($n::type[], …) with ordinality as alias (name, …, place)`; the first column is parameter `from`. */
export function unnestColumns<Item>(
  columns: readonly BatchColumn<Item>[],
  alias: string,
  { from = 1 }: { from?: number } = {},
): string {
  const parameters = columns.map(([, type], index) => `$${from + index}::${type}[]`);
  const names = columns.map(([name]) => name);
  return `unnest(${parameters.join(', ')}) with ordinality as ${alias} (${names.join(', ')}, place)`;
}

export function columnValues<Item>(
  columns: readonly BatchColumn<Item>[],
  items: readonly Item[],
): unknown[][] {
  return columns.map(([, , value]) => items.map(value));
}
