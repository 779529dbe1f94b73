import assert from 'node:assert/strict';
import type pg from 'pg';

/**
 * Switches off the rules by which the database compares what one statement writes (migration 0028). They refuse most planted bugs at
 * once, and the model and the race have to find them by themselves.
 */
export async function withoutAgreement(owner: pg.Pool): Promise<void> {
  const { rows } = await owner.query<{ trigger: string; table: string }>(
    `select tgname as trigger, tgrelid::regclass::text as table from pg_trigger join pg_proc on pg_proc.oid = tgfoid
     where proname like 'hold\\_new\\_%' or proname like 'hold\\_moved\\_%'`,
  );
  assert.ok(rows.length >= 8, 'the rules of agreement have these names');
  for (const { trigger, table } of rows) await owner.query(`alter table ${table} disable trigger ${trigger}`);
}
