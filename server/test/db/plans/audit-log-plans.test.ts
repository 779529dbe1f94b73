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
} from '../../../src/db/read/audit/log.ts';
import type { AuditFilters } from '../../../src/db/read/audit/log.ts';
import { createTestDatabase } from '../../harness/database.ts';
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
    `insert into audit_entry (at, written_at, actor_kind, actor_id, actor, action, subject_type, subject_id)
     select timestamptz '2026-01-01T00:00:00+03' + make_interval(secs => no), timestamptz '2026-01-01T00:00:01+03' + make_interval(secs => no),
       'command_line', who, who,
       case when no = 3 then 'bank_account.freeze' when no % 50 = 0 then 'deposit.reject' else 'deposit.approve' end,
       'transaction', 't' || no / 3
     from generate_series(1, $1::int) as no, lateral (select case when no <= 10 then 'rare' when no % 10 = 0 then 'other' else 'busy' end) as w (who)`,
    [ENTRIES],
  );
  // Some whose time is in doubt, and no planner knows that they are so few.
  await owner.query(
    `update audit_entry set at = timestamptz '2025-06-01T00:00:00+03' where id % 10000 = 5000`,
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
    `insert into audit_entry (at, written_at, actor_kind, actor_id, actor, action, subject_type, subject_id)
     select timestamptz '2026-01-01T00:00:00+03' + make_interval(secs => no * 7 - (no * 37) % 11),
       timestamptz '2026-01-01T00:00:00+03' + make_interval(secs => no * 7), 'command_line', 'a', 'a', 'partner.set', 'x', 'x'
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

/** An entry a minute from the new year on, of which some have a time that is not theirs. */
async function withWrongTimes(t: TestContext): Promise<{ owner: pg.Pool; console: pg.Pool }> {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  await owner.query(
    `insert into audit_entry (at, written_at, actor_kind, actor_id, actor, action, subject_type, subject_id)
     select case
         -- Kept open for months, or set back by hand: some lie where a search by halves looks first.
         when no in (1500, 2250, 2251, 2625) then timestamptz '2025-06-01T12:00:00+03'
         -- Claims a time that is still to come.
         when no in (375, 750) then timestamptz '2026-12-01T12:00:00+03'
         else timestamptz '2026-01-01T00:00:00+03' + make_interval(mins => no) end,
       timestamptz '2026-01-01T00:00:01+03' + make_interval(mins => no), 'command_line', 'a', 'a',
       case when no % 2 = 0 then 'partner.set' else 'partner.pause' end, 'x', 'x'
     from generate_series(1, 3000) as no`,
  );
  return { owner, console: database.pool('vezne_console') };
}

test('an entry with a wrong time hides no other, and is shown where it claims to be and where it was written', async (t) => {
  const { owner, console } = await withWrongTimes(t);
  for (const [from, until, most] of [
    ['2026-01-01T00:00:00+03:00', '2026-01-02T00:00:00+03:00', 1_440],
    ['2026-01-02T00:00:00+03:00', '2026-01-03T00:00:00+03:00', 1_440],
    ['2026-01-02T13:29:00+03:00', '2026-01-02T13:32:00+03:00', 3],
    ['2025-06-01T00:00:00+03:00', '2025-06-02T00:00:00+03:00', 4],
    ['2026-12-01T00:00:00+03:00', '2026-12-02T00:00:00+03:00', 2],
    ['2026-12-03T00:00:00+03:00', '2026-12-04T00:00:00+03:00', 0],
  ] as const) {
    for (const action of [undefined, 'partner.set']) {
      const filters = { from: new Date(from), until: new Date(until), action };
      const { rows } = await owner.query<{ id: bigint }>(
        `select id from audit_entry where (at >= $1 and at < $2 or written_at >= $1 and written_at < $2
           and abs(extract(epoch from written_at - at)) > 900) and action = coalesce($3, action) order by id desc`,
        [from, until, action ?? null],
      );
      const range = await narrowToPeriod(
        console,
        filters,
        { above: 0n, below: NO_END, limit: 5_000 },
        OPTIONS,
      );
      const found = await listLoggedEntries(console, filters, range, OPTIONS);
      assert.deepEqual(
        found.map(({ id }) => id),
        rows.map(({ id }) => id),
        from,
      );
      if (action === undefined) assert.ok(found.length >= most - 2 && found.length <= most, from);
      for (const { id, isTimeInDoubt } of found)
        assert.equal(isTimeInDoubt, [375n, 750n, 1500n, 2250n, 2251n, 2625n].includes(id), String(id));
    }
  }
});

test('pages of a period go on where the last one ended, with what is in doubt among them', async (t) => {
  const { console } = await withWrongTimes(t);
  const filters = {
    from: new Date('2026-01-01T00:00:00+03:00'),
    until: new Date('2026-01-03T00:00:00+03:00'),
  };
  const walked: bigint[] = [];
  for (let below: bigint | undefined = NO_END, pages = 0; below !== undefined && pages < 99; pages += 1) {
    const range = await narrowToPeriod(console, filters, { above: 0n, below, limit: 100 }, OPTIONS);
    const part = await listLoggedEntries(console, filters, range, OPTIONS);
    walked.push(...part.map(({ id }) => id));
    below = part.at(-1)?.id;
  }
  assert.deepEqual(
    walked,
    Array.from({ length: 2_879 }, (_, index) => BigInt(2_879 - index)),
  );
});

test('the time at which an entry is written never goes back, and nobody who writes entries can choose it', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const insert = (columns: string, values: string): string =>
    `insert into audit_entry (actor_kind, actor_id, actor, action, subject_type, subject_id${columns})
     values ($1, 'a', 'a', 'partner.set', 'x', 'x'${values}) returning written_at as "writtenAt", at, clock_timestamp() as now`;
  const write = async (pool: pg.Pool, kind: string, columns = '', values = ''): Promise<number[]> => {
    const { rows } = await pool.query<Record<string, Date>>(insert(columns, values), [kind]);
    return [rows[0]?.['writtenAt'], rows[0]?.['at'], rows[0]?.['now']].map((time) => time?.getTime() ?? NaN);
  };
  const console = database.pool('vezne_console');
  const [written = NaN, at = NaN, now = NaN] = await write(console, 'staff');
  assert.ok(at <= written && written <= now);
  for (const column of [', written_at', ', at', ', id'])
    await assert.rejects(write(console, 'staff', column, column === ', id' ? ', 9' : ', now()'), column);
  // The clock was an hour ahead when this was written, and was put right then.
  const [ahead = NaN] = await write(owner, 'staff', ', written_at', `, now() + interval '1 hour'`);
  const [after = NaN] = await write(console, 'staff');
  assert.equal(after, ahead);
  const [, last] = await listLoggedEntries(
    console,
    {},
    { above: 0n, below: NO_END, limit: 2, periodAbove: 0n, periodBelow: NO_END },
    OPTIONS,
  );
  assert.ok(last?.isTimeInDoubt);
});
