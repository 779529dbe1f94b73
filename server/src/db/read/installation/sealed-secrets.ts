import type pg from 'pg';
import { LIVE_SECRETS, SAMPLES, SEALED_COLUMNS } from '../../sealed-tables.ts';
import type { OpenedTable, SealedTable } from '../../sealed-tables.ts';
import { runRead } from '../../statement.ts';

/** A row of a table with sealed secrets, with those that it has. */
export interface SealedRow {
  id: string;
  sealed: string[];
  keyVersion: number;
}

const TIMEOUT_MS = 5_000;

/** A few of the newest rows that were sealed with this version. */
export async function readSealedSamples(
  pool: pg.Pool,
  { table, version }: { table: OpenedTable; version: number },
): Promise<SealedRow[]> {
  const { id, sealed } = SAMPLES[table];
  const text = `
    select ${id} as id, array[${sealed}] as sealed, key_version as "keyVersion" from ${table} where key_version = $1
    order by created_at desc limit 3`;
  return await runRead<SealedRow>(pool, { text, values: [version] }, { timeoutMs: TIMEOUT_MS });
}

/** The next live rows of any other version, in the order of their ids. */
export async function readOtherVersions(
  pool: pg.Pool,
  { table, version, after, limit }: { table: SealedTable; version: number; after: string; limit: number },
): Promise<SealedRow[]> {
  const text = `
    select id, array[${SEALED_COLUMNS[table].join(', ')}] as sealed, key_version as "keyVersion" from ${table}
    where key_version <> $1 and id > $2 and ${LIVE_SECRETS[table]} order by id limit $3`;
  return await runRead<SealedRow>(pool, { text, values: [version, after, limit] }, { timeoutMs: TIMEOUT_MS });
}
