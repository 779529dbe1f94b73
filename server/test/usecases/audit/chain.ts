import type { TestContext } from 'node:test';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { createDatabase } from '../../../src/db/kysely.ts';
import type { Database } from '../../../src/db/schema.ts';
import { sealNextEntries } from '../../../src/usecases/audit/seal.ts';
import { createTestDatabase } from '../../harness/database.ts';
import type { TestDatabase } from '../../harness/database.ts';

export interface Chain {
  database: TestDatabase;
  owner: pg.Pool;
  /** With the worker's role. */
  worker: Kysely<Database>;
  /** With the command line's role. */
  admin: Kysely<Database>;
}

export async function createChain(t: TestContext): Promise<Chain> {
  const database = await createTestDatabase(t);
  return {
    database,
    owner: database.pool(),
    worker: createDatabase(database.pool('vezne_worker')),
    admin: createDatabase(database.pool('vezne_admin')),
  };
}

export async function insertEntries(db: pg.Pool | pg.PoolClient, count: number): Promise<bigint[]> {
  const { rows } = await db.query<{ id: bigint }>(
    `insert into audit_entry (actor_kind, actor_id, actor, action, subject_type, subject_id, details)
     select 'command_line', 'ayse', 'ayşe', 'partner.disable', 'partner', no::text, jsonb_build_object('no', no::text)
     from generate_series(1, $1::int4) as no returning id`,
    [count],
  );
  return rows.map(({ id }) => id);
}

/** Seals everything, with a few entries per seal. */
export async function sealAll(worker: Kysely<Database>, entriesOfSeal?: number): Promise<void> {
  while ((await sealNextEntries(worker, entriesOfSeal)) !== undefined);
}

/** Nine entries in three seals. */
export async function createSealedChain(t: TestContext): Promise<Chain> {
  const chain = await createChain(t);
  await insertEntries(chain.owner, 9);
  await sealAll(chain.worker, 3);
  return chain;
}

/** Does what only the database's owner can. Foreign keys are not checked, so any row can be changed or removed. */
export async function tamper(owner: pg.Pool, text: string): Promise<void> {
  await owner.query(`begin; set local session_replication_role = replica; ${text}; commit`);
}
