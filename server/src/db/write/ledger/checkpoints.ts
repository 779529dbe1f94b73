import type pg from 'pg';
import { DIGEST } from '../../read/ledger/checkpoints.ts';
import type { LedgerCheckpoint } from '../../read/ledger/checkpoints.ts';
import { runWrite } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

/** Keeps a checkpoint, and notes its digest in the audit log. Both are there, or neither. */
export async function insertCheckpoint(
  pool: pg.Pool,
  { id, content, job }: { id: string; content: LedgerCheckpoint; job: string },
  options: StatementOptions,
): Promise<void> {
  const text = `
    with kept as (insert into ledger_checkpoint (id, content) values ($1, $2) returning id, content)
    insert into audit_entry (actor_kind, actor_id, actor, action, subject_type, subject_id, details)
    select 'system', $3, $3, 'ledger.verify', 'ledger_checkpoint', id::text, jsonb_build_object('digest', ${DIGEST}) from kept`;
  await runWrite(pool, { text, values: [id, JSON.stringify(content), job] }, options);
}
