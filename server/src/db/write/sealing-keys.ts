import type pg from 'pg';
import { columnValues, runWrite, unnestColumns } from '../statement.ts';
import type { BatchColumn } from '../statement.ts';

interface NewSealingKey {
  version: number;
  publicKey: Buffer;
}

const TIMEOUT_MS = 5_000;

const COLUMNS: readonly BatchColumn<NewSealingKey>[] = [
  ['version', 'int4', ({ version }) => version],
  ['public_key', 'bytea', ({ publicKey }) => publicKey],
];

/** Under this process's own role. What it has said before stays. */
export async function publishKeys(pool: pg.Pool, keys: readonly NewSealingKey[]): Promise<void> {
  const text = `
    insert into sealing_key (version, public_key)
    select version, public_key from ${unnestColumns(COLUMNS, 'held')} on conflict do nothing`;
  await runWrite(pool, { text, values: columnValues(COLUMNS, keys) }, { timeoutMs: TIMEOUT_MS });
}
