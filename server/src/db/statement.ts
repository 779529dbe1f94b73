import type pg from 'pg';
import { NotSentError, StatementTimeoutError } from './errors.ts';
import { withTimeout } from '../concurrency/timeout.ts';

export interface StatementOptions {
  /** After this long the connection is dropped. The statement is never cancelled: the server finishes what it began. */
  timeoutMs: number;
}

/** Rejects when the database takes longer than it may. The statement goes on: the caller drops its connection. */
export async function answeredWithin<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  return await withTimeout(
    timeoutMs,
    work,
    () => new StatementTimeoutError(`No answer came within ${timeoutMs} ms.`),
  );
}

/** Runs a read. Its connection is discarded when the read fails or takes too long. */
export async function runRead<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  query: pg.QueryConfig,
  { timeoutMs }: StatementOptions,
): Promise<Row[]> {
  return await withConnection(
    pool,
    async (client) => (await answeredWithin(timeoutMs, client.query<Row>(query))).rows,
  );
}

/**
 * Runs one self-committing statement and returns only when its commit is safe.
 *
 * If a commit that waits for a standby is interrupted, PostgreSQL reports success with a WARNING. When we tried it, its
 * rows were gone after a failover. So after a warning the outcome is unknown until a later commit has waited for the
 * standby without interruption: the log is replayed in order, so everything before a replicated commit is replicated too.
 */
export async function runWrite<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  query: pg.QueryConfig,
  { timeoutMs }: StatementOptions,
): Promise<Row[]> {
  return await withConnection(
    pool,
    async (client) =>
      await untilCommitIsSafe(
        client,
        timeoutMs,
        async () => (await answeredWithin(timeoutMs, client.query<Row>(query))).rows,
      ),
  );
}

/** Returns the result of a commit once it is safe; see runWrite. */
export async function untilCommitIsSafe<T>(
  client: pg.PoolClient,
  timeoutMs: number,
  commit: () => Promise<T>,
): Promise<T> {
  const warnings = countWarnings(client);
  try {
    const result = await commit();
    if (warnings.count === 0) return result;
    await answeredWithin(timeoutMs, client.query(`select pg_logical_emit_message(true, 'vezne', 'barrier')`));
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

/** Lends a connection for some work. If the work fails, the connection's state is unknown, so it is discarded. */
export async function withConnection<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw new NotSentError('No connection to the database was available.', { cause: error });
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

/** A column of a batch. Each becomes one array parameter, so batches of all sizes use the same statement. */
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
