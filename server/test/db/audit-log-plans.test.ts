import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type pg from 'pg';
import {
  ACTORS_SQL,
  LAST_VERIFICATION_SQL,
  NO_END,
  NUMBER_AT_SQL,
  auditPageQuery,
  listLoggedEntries,
  narrowToPeriod,
} from '../../src/db/read/audit-log.ts';
import type { AuditFilters } from '../../src/db/read/audit-log.ts';
import { createTestDatabase } from '../harness/database.ts';
import { explained, readRows } from './plans.ts';

const LIMIT = 51;
const OPTIONS = { timeoutMs: 60_000 };
/** Millions are read by hand (docs/performance.md); what grows with the log would show among these too. */
const ENTRIES = 100_000;

/**
 * A log in which everything misleads a planner: one person did nearly everything, one thing was done nearly always, and what is rare
 * happened at the very beginning. An entry a second.
 */
async function fill(t: TestContext): Promise<{ console: pg.Pool; owner: pg.Pool }> {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  await owner.query(
    `insert into audit_entry (at, actor_kind, actor_id, actor, action, subject_type, subject_id)
     select timestamptz '2026-01-01T00:00:00+03' + make_interval(secs => no), 'command_line', who, who,
       case when no = 3 then 'bank_account.freeze' when no % 50 = 0 then 'deposit.reject' else 'deposit.approve' end,
       'transaction', 't' || no / 3
     from generate_series(1, $1::int) as no, lateral (select case when no <= 10 then 'rare' when no % 10 = 0 then 'other' else 'busy' end) as w (who)`,
    [ENTRIES],
  );
  await owner.query('vacuum analyze audit_entry');
  return { owner, console: database.pool('vezne_console') };
}

const DAY = { from: new Date('2026-01-01T10:00:00+03:00'), until: new Date('2026-01-01T10:01:00+03:00') };
/** Fifteen minutes on either side, at an entry a second, are read and left out. */
const BESIDE = 1_900;

const CASES: Readonly<Record<string, [filters: AuditFilters, found: number, most: number]>> = {
  nothing: [{}, LIMIT, LIMIT],
  'a busy person': [{ actorIds: ['busy'] }, LIMIT, 3 * LIMIT + 10],
  'a person of long ago': [{ actorIds: ['rare'] }, 10, 40],
  'somebody who never came': [{ actorIds: ['nobody'] }, 0, 4],
  'two names of a person': [{ actorIds: ['rare', 'other'] }, LIMIT, 4 * LIMIT + 20],
  'what is always done': [{ action: 'deposit.approve' }, LIMIT, LIMIT],
  'what was done once, long ago': [{ action: 'bank_account.freeze' }, 1, 2],
  'a busy person and a rare action': [{ actorIds: ['busy'], action: 'bank_account.freeze' }, 0, 2],
  'a rare person and a common action': [{ actorIds: ['rare'], action: 'deposit.approve' }, 9, 20],
  'one subject': [{ subjects: [{ type: 'transaction', id: 't1' }] }, 3, 4],
  'one subject with everything': [
    { subjects: [{ type: 'transaction', id: 't1' }], actorIds: ['rare'], action: 'bank_account.freeze' },
    1,
    4,
  ],
  'a minute': [DAY, LIMIT, BESIDE],
  'a minute of a busy person': [{ ...DAY, actorIds: ['busy'] }, LIMIT, 2 * BESIDE],
  'a minute of a person who was not there': [{ ...DAY, actorIds: ['rare'] }, 0, 20],
  'a minute of a rare action': [{ ...DAY, action: 'bank_account.freeze' }, 0, 2],
  'all of it': [{ ...DAY, actorIds: ['busy'], action: 'deposit.approve' }, LIMIT, BESIDE],
};

test('a page reads about as much as it shows, whatever it is filtered by', async (t) => {
  const { console } = await fill(t);
  for (const [what, [filters, found, most]] of Object.entries(CASES)) {
    const range = await narrowToPeriod(console, filters, { above: 0n, below: NO_END, limit: LIMIT }, OPTIONS);
    const entries = await listLoggedEntries(console, filters, range, OPTIONS);
    assert.equal(entries.length, found, what);
    const ids = entries.map(({ id }) => id);
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => Number(b - a)),
      what,
    );
    const { text, values } = auditPageQuery(filters, range);
    const nodes = await explained(console, { sql: text, parameters: values });
    // The rows that are shown are looked up again by their number.
    assert.ok(readRows(nodes, 'audit_entry') <= most + found, `${what}: ${readRows(nodes, 'audit_entry')}`);
    assert.ok(!nodes.some((node) => node['Node Type'] === 'Seq Scan'), what);
  }
});

test('a day, the people and the last verification are found in some steps', async (t) => {
  const { console } = await fill(t);
  const at = await explained(console, { sql: NUMBER_AT_SQL, parameters: [DAY.from] });
  assert.ok(readRows(at, 'audit_entry') <= 40, `${readRows(at, 'audit_entry')}`);
  const actors = await explained(console, { sql: ACTORS_SQL, parameters: [] });
  assert.ok(readRows(actors, 'audit_entry') <= 10, `${readRows(actors, 'audit_entry')}`);
  const said = await explained(console, { sql: LAST_VERIFICATION_SQL, parameters: [] });
  assert.ok(readRows(said, 'audit_entry') <= 1);
});

test('a period has exactly the entries of its time, also where numbers and times are not in the same order', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  // Transactions that began up to ten seconds before they wrote.
  await owner.query(
    `insert into audit_entry (at, actor_kind, actor_id, actor, action, subject_type, subject_id)
     select timestamptz '2026-01-01T00:00:00+03' + make_interval(secs => no * 7 - (no * 37) % 11), 'command_line', 'a', 'a', 'partner.set', 'x', 'x'
     from generate_series(1, 3000) as no`,
  );
  await owner.query('delete from audit_entry where id % 7 = 0 or id between 900 and 1100');
  for (const [from, until] of [
    ['2026-01-01T00:00:00+03:00', '2026-01-01T01:00:00+03:00'],
    ['2026-01-01T02:03:04+03:00', '2026-01-01T02:10:00+03:00'],
    ['2026-01-01T05:00:00+03:00', '2026-01-02T00:00:00+03:00'],
    ['2025-01-01T05:00:00+03:00', '2025-01-02T00:00:00+03:00'],
  ] as const) {
    const filters = { from: new Date(from), until: new Date(until) };
    const { rows } = await owner.query<{ id: bigint }>(
      'select id from audit_entry where at >= $1 and at < $2 order by id desc',
      [from, until],
    );
    const pool = database.pool('vezne_console');
    const range = await narrowToPeriod(pool, filters, { above: 0n, below: NO_END, limit: 5_000 }, OPTIONS);
    const found = await listLoggedEntries(pool, filters, range, OPTIONS);
    assert.deepEqual(
      found.map(({ id }) => id),
      rows.map(({ id }) => id),
    );
  }
});
