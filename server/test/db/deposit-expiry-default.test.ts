import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createTestDatabase } from '../harness/database.ts';

const MIGRATION = readFileSync(new URL('../../migrations/0019_create_rules.sql', import.meta.url), 'utf8');
/** The part of the migration that changes settings; it is the last. */
const NEW_DEFAULT = MIGRATION.slice(MIGRATION.indexOf('insert into platform_settings'));

async function inForce(owner: { query(text: string): Promise<{ rows: unknown[] }> }) {
  const { rows } = await owner.query('select * from platform_settings order by version desc limit 1');
  return rows[0] as Record<string, unknown>;
}

test('a new database lets deposits wait for two hours', async (t) => {
  const owner = (await createTestDatabase(t)).pool();
  const { deposit_expiry_seconds: seconds, created_by: author } = await inForce(owner);
  assert.deepEqual([seconds, author], [7_200, 'migration']);
});

test('the old default becomes two hours in a new version that keeps every other setting', async (t) => {
  const owner = (await createTestDatabase(t)).pool();
  await owner.query(
    `insert into platform_settings (deposit_min_cents, deposit_max_cents, withdrawal_min_cents, withdrawal_max_cents,
       deposits_paused, withdrawals_paused, deposit_expiry_seconds, four_eyes_cents, fast_limit_cents, payout_countries,
       created_at, created_by)
     values (1, 2, 3, 4, true, false, 86400, 5, 6, '{DE,TR}', '2026-01-01', 'ayse')`,
  );
  const { version, created_at: _, ...before } = await inForce(owner);
  await owner.query(NEW_DEFAULT);
  const { version: next, created_at: createdAt, ...after } = await inForce(owner);
  assert.ok(Number(next) > Number(version));
  assert.ok(Date.now() - (createdAt as Date).getTime() < 60_000);
  assert.deepEqual(after, { ...before, deposit_expiry_seconds: 7_200, created_by: 'migration' });
  await owner.query(NEW_DEFAULT);
  assert.equal((await inForce(owner))['version'], next, 'a second run finds nothing to change');
});

test('a time that an administrator has set stays, even if an older version had the old default', async (t) => {
  const owner = (await createTestDatabase(t)).pool();
  const { version } = await inForce(owner);
  await owner.query(
    `insert into platform_settings (deposit_min_cents, deposit_max_cents, withdrawal_min_cents, withdrawal_max_cents,
       deposit_expiry_seconds, created_by) values (1, 2, 3, 4, 86400, 'ayse'), (1, 2, 3, 4, 3600, 'ayse')`,
  );
  await owner.query(NEW_DEFAULT);
  const after = await inForce(owner);
  assert.deepEqual([after['deposit_expiry_seconds'], after['created_by']], [3_600, 'ayse']);
  assert.equal(Number(after['version']), Number(version) + 2);
});
