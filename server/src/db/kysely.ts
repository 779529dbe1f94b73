import { Kysely, PostgresDialect } from 'kysely';
import type { PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { isKnownUndone } from './errors.ts';
import type { Database } from './schema.ts';
import { notingWrite, untilCommitIsSafe } from './statement.ts';

/** For the commit after one that was not confirmed. The first waits for as long as it takes. */
const CONFIRMED_WITHIN_MS = 10_000;
/** What commits nothing: it only looks, or belongs to a transaction that may still be undone. */
const NO_COMMIT = /^(select|show|begin|start transaction|set transaction|savepoint|release|rollback)\b/;

/**
 * Typed queries on the pool. Destroying it also ends the pool. A commit is reported when it is safe, as by runWrite: use cases open
 * their transactions themselves, and none of them can forget it.
 */
export function createDatabase(pool: pg.Pool): Kysely<Database> {
  const safe = {
    connect: async () => safely(pool, await pool.connect()),
    end: async () => await pool.end(),
    options: pool.options,
  };
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: safe }) });
}

function safely(pool: pg.Pool, client: pg.PoolClient): PostgresPoolClient {
  let isInTransaction = false;
  let hasFailed = false;
  const query = async (text: string, values: unknown[]): Promise<pg.QueryResult> => {
    const send = async () => await client.query(text, values);
    const isCommit = text === 'commit';
    const commits = isCommit || (!isInTransaction && !NO_COMMIT.test(text));
    if (/^(begin|start transaction)\b/.test(text)) isInTransaction = true;
    if (isCommit || text === 'rollback') isInTransaction = false;
    if (!commits) return await send();
    try {
      return await notingWrite(pool, async () => await untilCommitIsSafe(client, CONFIRMED_WITHIN_MS, send));
    } catch (error) {
      // What its session still does is not known.
      hasFailed ||= !isKnownUndone(error);
      throw error;
    }
  };
  return {
    query,
    release: (discard?: boolean) => client.release(discard === true || hasFailed),
  } as unknown as PostgresPoolClient;
}

/** The same on one connection of a pool; who has borrowed it gives it back. */
export function createDatabaseOn(client: pg.PoolClient): Kysely<Database> {
  const borrowed = {
    query: async (text: string, values: unknown[]) => await client.query(text, values),
    release: () => undefined,
  } as unknown as PostgresPoolClient;
  const pool = { connect: async () => borrowed, end: async () => undefined, options: {} };
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}
