import { Kysely, PostgresDialect } from 'kysely';
import type { PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import type { Database } from './schema.ts';

/** Typed queries on the pool. Destroying it also ends the pool. */
export function createDatabase(pool: pg.Pool): Kysely<Database> {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
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
