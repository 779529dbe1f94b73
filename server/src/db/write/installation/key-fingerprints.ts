import type pg from 'pg';
import { columnValues, runWrite, unnestColumns } from '../../statement.ts';
import type { BatchColumn } from '../../statement.ts';

interface NewKey {
  purpose: string;
  version: number;
  fingerprint: Buffer;
}

const TIMEOUT_MS = 5_000;

const NAME_COLUMNS: readonly BatchColumn<Omit<NewKey, 'fingerprint'>>[] = [
  ['purpose', 'text', ({ purpose }) => purpose],
  ['version', 'int4', ({ version }) => version],
];
const COLUMNS: readonly BatchColumn<NewKey>[] = [
  ...NAME_COLUMNS,
  ['fingerprint', 'bytea', ({ fingerprint }) => fingerprint],
];

/** The first one to register a key says what it is. A fingerprint that is there stays. */
export async function registerFingerprints(pool: pg.Pool, keys: readonly NewKey[]): Promise<void> {
  const text = `
    insert into key_fingerprint (purpose, version, fingerprint)
    select purpose, version, fingerprint from ${unnestColumns(COLUMNS, 'held')} on conflict do nothing`;
  await runWrite(pool, { text, values: columnValues(COLUMNS, keys) }, { timeoutMs: TIMEOUT_MS });
}

/** Notes that a process of this role has started with these keys. */
export async function registerHolder(pool: pg.Pool, keys: readonly NewKey[]): Promise<void> {
  const text = `
    insert into key_holder (purpose, version)
    select purpose, version from ${unnestColumns(NAME_COLUMNS, 'held')} on conflict do nothing`;
  await runWrite(pool, { text, values: columnValues(NAME_COLUMNS, keys) }, { timeoutMs: TIMEOUT_MS });
}
