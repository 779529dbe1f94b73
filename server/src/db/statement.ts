import type pg from 'pg';
import { NotSentError, StatementTimeoutError, UnconfirmedError, isKnownUndone } from './errors.ts';
import { withTimeout } from '../concurrency/timeout.ts';
import { countWarnings } from './warnings.ts';

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

/** A commit of nothing: what stands before it in the log is at the standby when it is. */
export const BARRIER_SQL = `select pg_logical_emit_message(true, 'vezne', 'barrier')`;

/** Returns when a commit was confirmed that wrote nothing. */
export async function confirmCommits(pool: pg.Pool, { timeoutMs }: StatementOptions): Promise<void> {
  await withConnection(pool, async (client) => await commitNothing(client, timeoutMs));
}

async function commitNothing(client: pg.PoolClient, timeoutMs: number): Promise<void> {
  await untilCommitIsSafe(
    client,
    timeoutMs,
    async () => await answeredWithin(timeoutMs, client.query(BARRIER_SQL)),
  );
}

/** Runs one statement on a connection that is held. */
export type Read = <Row extends pg.QueryResultRow>(query: pg.QueryConfig) => Promise<Row[]>;

/**
 * Runs reads, on one connection, whose answer is told to somebody who acts on it for good. A server that another has replaced still answers
 * reads, and one that came back from a crash shows rows that no standby has; but neither gets a commit confirmed. So a commit follows on the
 * same connection, unless nobody acts on what was read.
 */
export async function runConfirmedReads<T>(
  pool: pg.Pool,
  { timeoutMs }: StatementOptions,
  work: (read: Read) => Promise<T>,
  isActedOn: (result: T) => boolean = () => true,
): Promise<T> {
  return await withConnection(pool, async (client) => {
    const result = await work(
      async <Row extends pg.QueryResultRow>(query: pg.QueryConfig) =>
        (await answeredWithin(timeoutMs, client.query<Row>(query))).rows,
    );
    if (isActedOn(result)) await commitNothing(client, timeoutMs);
    return result;
  });
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
      await notingWrite(
        pool,
        async () =>
          await untilCommitIsSafe(
            client,
            timeoutMs,
            async () => (await answeredWithin(timeoutMs, client.query<Row>(query))).rows,
          ),
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
    await answeredWithin(timeoutMs, client.query(BARRIER_SQL));
    if (warnings.count === 1) return result;
    throw new UnconfirmedError('No standby confirmed a commit.');
  } finally {
    warnings.stop();
  }
}

const begun = new WeakSet<pg.Pool>();
const written = new WeakSet<pg.Pool>();

/** Remembers that something was committed here, or may have been. What is known to be undone doesn't count. */
export async function notingWrite<T>(pool: pg.Pool, write: () => Promise<T>): Promise<T> {
  begun.add(pool);
  try {
    const result = await write();
    written.add(pool);
    return result;
  } catch (error) {
    if (!isKnownUndone(error)) written.add(pool);
    throw error;
  }
}

/** Whoever finds no connection, or a lock that is held, may say that nothing was changed only if nothing was written before. */
export function mayHaveWritten(pool: pg.Pool): boolean {
  return written.has(pool);
}

/** Whether a commit, or a statement that commits itself, was ever about to be sent here. Before it, a lost connection undoes everything. */
export function mayHaveSentCommit(pool: pg.Pool): boolean {
  return begun.has(pool);
}

/** Lends a connection for some work. If the work fails, the connection's state is unknown, so it is discarded. */
export async function withConnection<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    if (error instanceof NotSentError) throw error;
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
