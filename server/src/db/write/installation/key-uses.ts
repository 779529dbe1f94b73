import type pg from 'pg';
import { columnValues, runWrite, unnestColumns } from '../../statement.ts';
import type { BatchColumn } from '../../statement.ts';

interface KeyUse {
  credentialId: string;
  lastUsedAt: Date;
}

const TIMEOUT_MS = 2_000;

const COLUMNS: readonly BatchColumn<KeyUse>[] = [
  ['credential_id', 'uuid', ({ credentialId }) => credentialId],
  ['last_used_at', 'timestamptz', ({ lastUsedAt }) => lastUsedAt],
];

/** By their ids, so that two apis never wait for each other in a circle. What is known to be later stays. */
export async function writeKeyUses(pool: pg.Pool, uses: readonly KeyUse[]): Promise<void> {
  const text = `
    insert into credential_use as u (credential_id, last_used_at)
    select credential_id, last_used_at from ${unnestColumns(COLUMNS, 'used')} order by credential_id
    on conflict (credential_id) do update set last_used_at = excluded.last_used_at where u.last_used_at < excluded.last_used_at`;
  await runWrite(pool, { text, values: columnValues(COLUMNS, uses) }, { timeoutMs: TIMEOUT_MS });
}
