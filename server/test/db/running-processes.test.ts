import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { TestContext } from 'node:test';
import type pg from 'pg';
import { PROCESS_KINDS, readRunningProcesses } from '../../src/db/read/installation/running-processes.ts';
import type { ProcessKind } from '../../src/db/read/installation/running-processes.ts';
import {
  addAlarms,
  beatProcess,
  hideProcess,
  showProcess,
} from '../../src/db/write/installation/running-processes.ts';
import type { ProcessFacts } from '../../src/db/write/installation/running-processes.ts';
import { createTestDatabase } from '../harness/database.ts';
import type { TestDatabase } from '../harness/database.ts';

const OPTIONS = { timeoutMs: 5_000 };
const NO_RIGHT = '42501';
const CHECK_VIOLATION = '23514';
const ALIVE_MS = 20_000;

function facts(kind: ProcessKind, host = 'one.example'): ProcessFacts {
  return { id: randomUUID(), kind, host, pid: 4711, version: '0.1.0' };
}

interface Shown {
  database: TestDatabase;
  owner: pg.Pool;
  /** Each as its own role. */
  ids: Record<ProcessKind, string>;
}

/** One process of each kind, with an alarm. */
async function showAll(t: TestContext): Promise<Shown> {
  const database = await createTestDatabase(t);
  const ids = { api: '', console: '', portal: '', worker: '' };
  for (const kind of PROCESS_KINDS) {
    const pool = database.pool(`vezne_${kind}`);
    const shown = facts(kind);
    await showProcess(pool, { ...shown, aliveMs: ALIVE_MS }, OPTIONS);
    await addAlarms(pool, shown, [alarm()], OPTIONS);
    ids[kind] = shown.id;
  }
  return { database, owner: database.pool(), ids };
}

function alarm({ level = 'error' as const, count = 1, firstMsAgo = 0, lastMsAgo = 0 } = {}) {
  return { name: 'job_failed', level, count, firstMsAgo, lastMsAgo };
}

suite('a process that was taken over', () => {
  for (const kind of PROCESS_KINDS) {
    test(`as the ${kind} says nothing for another kind`, async (t) => {
      const { database, owner, ids } = await showAll(t);
      const pool = database.pool(`vezne_${kind}`);
      const before = await owner.query('select * from running_process order by id');
      const alarms = await owner.query('select * from raised_alarm order by kind');
      for (const other of PROCESS_KINDS.filter((one) => one !== kind)) {
        await assert.rejects(showProcess(pool, { ...facts(other), aliveMs: ALIVE_MS }, OPTIONS), {
          code: NO_RIGHT,
        });
        await assert.rejects(addAlarms(pool, facts(other, 'new.example'), [alarm()], OPTIONS), {
          code: NO_RIGHT,
        });
        const beat = { id: ids[other], aliveMs: ALIVE_MS, workedMsAgo: 0, beat: 1n, confirmed: 0n };
        assert.equal(await beatProcess(pool, beat, OPTIONS), undefined);
        await hideProcess(pool, ids[other], OPTIONS);
        const changed = await pool.query(`update raised_alarm set level = 'warning' where kind = $1`, [
          other,
        ]);
        assert.equal(changed.rowCount, 0);
      }
      assert.deepEqual((await owner.query('select * from running_process order by id')).rows, before.rows);
      assert.deepEqual((await owner.query('select * from raised_alarm order by kind')).rows, alarms.rows);
    });

    test(`as the ${kind} is not older, not of another role, and not seen at another time than it is`, async (t) => {
      const { database } = await showAll(t);
      const pool = database.pool(`vezne_${kind}`);
      for (const change of [
        'seen_at = seen_at',
        `seen_at = now() + interval '5 minutes', alive_until = now() + interval '10 minutes'`,
        `seen_at = now() - interval '1 second'`,
        `gone_at = now() - interval '1 second'`,
        `started_at = now() - interval '1 day'`,
        `role = 'vezne_admin'`,
        `kind = 'worker'`,
        `version = '9.9.9'`,
        `host = 'two.example'`,
      ])
        await assert.rejects(
          pool.query(`update running_process set ${change} where kind = '${kind}'`),
          { code: NO_RIGHT },
          change,
        );
      await assert.rejects(
        pool.query(`update raised_alarm set last_at = now() + interval '1 minute' where kind = '${kind}'`),
        { code: NO_RIGHT },
      );
    });
  }

  test('lowers no number, and so makes no other believe that the database went back', async (t) => {
    const { database, owner } = await showAll(t);
    await owner.query('update running_process set beat = 500');
    for (const kind of PROCESS_KINDS) {
      const pool = database.pool(`vezne_${kind}`);
      for (const beat of [0, 499])
        await assert.rejects(
          pool.query(`update running_process set beat = $1, seen_at = now() where kind = $2`, [beat, kind]),
          { code: CHECK_VIOLATION, message: 'The number of beats only rises.' },
        );
    }
    await assert.rejects(owner.query('update running_process set beat = 499'), { code: CHECK_VIOLATION });
  });

  test('as the api, the console or the portal sees no other kind, and the worker and the administrators see all', async (t) => {
    const { database } = await showAll(t);
    for (const [role, expected] of [
      ['vezne_api', ['api']],
      ['vezne_console', ['console']],
      ['vezne_portal', ['portal']],
      ['vezne_worker', [...PROCESS_KINDS]],
      ['vezne_admin', [...PROCESS_KINDS]],
    ] as const) {
      for (const table of ['running_process', 'raised_alarm']) {
        const { rows } = await database
          .pool(role)
          .query<{ kind: string }>(`select kind from ${table} order by kind`);
        assert.deepEqual(
          rows.map(({ kind }) => kind),
          expected,
          `${role} ${table}`,
        );
      }
    }
    await assert.rejects(database.pool('vezne_admin').query('delete from running_process'), {
      code: NO_RIGHT,
    });
  });
});

test('the database writes down which role a process has', async (t) => {
  const { owner } = await showAll(t);
  const { rows } = await owner.query('select kind, role from running_process order by kind');
  assert.deepEqual(
    rows,
    PROCESS_KINDS.map((kind) => ({ kind, role: `vezne_${kind}` })),
  );
});

async function age(owner: pg.Pool, id: string, interval: string): Promise<void> {
  await owner.query(
    `update running_process set seen_at = seen_at - $2::interval, alive_until = alive_until - $2::interval where id = $1`,
    [id, interval],
  );
}

test('a process that starts takes the place of one that died, first of its own machine', async (t) => {
  const database = await createTestDatabase(t);
  const [owner, pool] = [database.pool(), database.pool('vezne_api')];
  const show = async (host: string): Promise<string> => {
    const shown = facts('api', host);
    await showProcess(pool, { ...shown, aliveMs: ALIVE_MS }, OPTIONS);
    return shown.id;
  };
  const shown = async (): Promise<string[]> => {
    const { rows } = await owner.query<{ id: string }>(
      'select id from running_process where gone_at is null',
    );
    return rows.map(({ id }) => id).toSorted();
  };
  const [here, there, living] = [
    await show('one.example'),
    await show('two.example'),
    await show('one.example'),
  ];
  await age(owner, here, '10 minutes');
  await age(owner, there, '20 minutes');
  const worker = facts('worker', 'one.example');
  await showProcess(database.pool('vezne_worker'), { ...worker, aliveMs: ALIVE_MS }, OPTIONS);
  await age(owner, worker.id, '30 minutes');

  const first = await show('one.example');
  assert.deepEqual(await shown(), [there, living, worker.id, first].toSorted(), 'its own machine first');
  const second = await show('three.example');
  assert.deepEqual(await shown(), [living, worker.id, first, second].toSorted(), 'then any');
  const third = await show('one.example');
  assert.deepEqual(await shown(), [living, worker.id, first, second, third].toSorted(), 'no living one');
});

test('what died and was not replaced is forgotten after a day', async (t) => {
  const { database, owner, ids } = await showAll(t);
  const pool = database.pool('vezne_worker');
  const others = [facts('worker'), facts('worker')];
  for (const other of others) await showProcess(pool, { ...other, aliveMs: ALIVE_MS }, OPTIONS);
  for (const id of [ids.worker, ...others.map((other) => other.id)]) await age(owner, id, '25 hours');
  await showProcess(pool, { ...facts('worker'), aliveMs: ALIVE_MS }, OPTIONS);
  const { rowCount } = await owner.query(`select from running_process where kind = 'worker'`);
  assert.equal(rowCount, 1);
});

test('a process that stopped is seen no more, and forgotten after a day when the next of its kind starts', async (t) => {
  const { database, owner, ids } = await showAll(t);
  await hideProcess(database.pool('vezne_worker'), ids.worker, OPTIONS);
  const client = await owner.connect();
  const seen = await readRunningProcesses(client);
  client.release();
  assert.deepEqual(
    seen.map(({ kind }) => kind),
    ['api', 'console', 'portal'],
  );
  const rest = async (kind: ProcessKind): Promise<number | null> => {
    await showProcess(database.pool(`vezne_${kind}`), { ...facts(kind), aliveMs: ALIVE_MS }, OPTIONS);
    return (await owner.query('select from running_process where id = $1', [ids.worker])).rowCount;
  };
  assert.equal(await rest('worker'), 1, 'It may come back.');
  await age(owner, ids.worker, '25 hours');
  assert.equal(await rest('api'), 1, 'an api forgets no worker');
  assert.equal(await rest('worker'), 0);
});

test('a process that starts again and again does not fill the table', async (t) => {
  const { database, owner, ids } = await showAll(t);
  await owner.query(
    `insert into running_process (id, kind, host, pid, version, role, alive_until)
     select gen_random_uuid(), kind, 'one.example', no, '1', 'vezne_' || kind, now() + interval '1 minute'
     from generate_series(1, 1200) as no, unnest(array['api', 'worker']) as kind`,
  );
  await owner.query(
    `update running_process set gone_at = now() - pid * interval '1 second' where version = '1'`,
  );
  await hideProcess(database.pool('vezne_api'), ids.api, OPTIONS);
  await showProcess(database.pool('vezne_api'), { ...facts('api'), aliveMs: ALIVE_MS }, OPTIONS);
  const { rows } = await owner.query(
    `select kind, count(*)::int4 as gone, max(now() - gone_at) < interval '1010 seconds' as "areNewest"
     from running_process where gone_at is not null group by kind order by kind`,
  );
  assert.deepEqual(rows, [
    { kind: 'api', gone: 1_000, areNewest: true },
    { kind: 'worker', gone: 1_200, areNewest: false },
  ]);
});

test('a process starts beside somebody who holds what it would forget', async (t) => {
  const { database, owner, ids } = await showAll(t);
  await age(owner, ids.api, '25 hours');
  await owner.query(
    `update raised_alarm set first_at = first_at - interval '8 days', last_at = last_at - interval '8 days'`,
  );
  const holder = await owner.connect();
  try {
    await holder.query('begin');
    await holder.query('select from running_process for update');
    await holder.query('select from raised_alarm for update');
    await showProcess(
      database.pool('vezne_api'),
      { ...facts('api'), aliveMs: ALIVE_MS },
      { timeoutMs: 1_000 },
    );
  } finally {
    await holder.query('rollback');
    holder.release();
  }
});

test('old alarms are forgotten, but a difference in the books is not', async (t) => {
  const { database, owner } = await showAll(t);
  const pool = database.pool('vezne_worker');
  const difference = { ...alarm(), name: 'ledger_difference' };
  await addAlarms(pool, facts('worker'), [difference], OPTIONS);
  await addAlarms(database.pool('vezne_api'), facts('api'), [difference], OPTIONS);
  await owner.query(
    `update raised_alarm set first_at = first_at - interval '8 days', last_at = last_at - interval '8 days'`,
  );
  for (const kind of PROCESS_KINDS)
    await showProcess(database.pool(`vezne_${kind}`), { ...facts(kind), aliveMs: ALIVE_MS }, OPTIONS);
  const { rows } = await owner.query('select kind, name from raised_alarm');
  assert.deepEqual(rows, [{ kind: 'worker', name: 'ledger_difference' }]);
});

test('a process whose place was taken while it was silent comes back, has not started anew, and takes no other place', async (t) => {
  const { database, owner, ids } = await showAll(t);
  const pool = database.pool('vezne_api');
  const other = facts('api');
  await showProcess(pool, { ...other, aliveMs: ALIVE_MS }, OPTIONS);
  const beat = { id: ids.api, aliveMs: ALIVE_MS, workedMsAgo: null, beat: 7n, confirmed: 0n };
  await beatProcess(pool, beat, OPTIONS);
  await age(owner, ids.api, '20 minutes');
  await age(owner, other.id, '10 minutes');
  await showProcess(pool, { ...facts('api'), aliveMs: ALIVE_MS }, OPTIONS);
  assert.equal(await beatProcess(pool, beat, OPTIONS), undefined);
  const left = await showProcess(
    pool,
    { ...facts('api'), id: ids.api, aliveMs: ALIVE_MS, startedMsAgo: 3_600_000 },
    OPTIONS,
  );
  assert.equal(left?.beat, 7n);
  assert.ok(Date.now() - left.seenAt.getTime() > 19 * 60_000, 'when it was last seen before');
  const { rows } = await owner.query(
    `select id, gone_at is null as "isHere" from running_process where id = any($1) order by id = $2`,
    [[ids.api, other.id], ids.api],
  );
  assert.deepEqual(rows, [
    { id: other.id, isHere: true },
    { id: ids.api, isHere: true },
  ]);
});

test('a process that the database forgot has started when it says', async (t) => {
  const { database, owner } = await showAll(t);
  const shown = facts('api');
  const left = await showProcess(
    database.pool('vezne_api'),
    { ...shown, aliveMs: ALIVE_MS, startedMsAgo: 3_600_000 },
    OPTIONS,
  );
  assert.equal(left, undefined);
  const { rows } = await owner.query(
    `select extract(epoch from seen_at - started_at)::int4 as seconds from running_process where id = $1`,
    [shown.id],
  );
  assert.deepEqual(rows, [{ seconds: 3_600 }]);
});

test('a beat moves the end of a life and the time of the last work', async (t) => {
  const { database, owner, ids } = await showAll(t);
  const pool = database.pool('vezne_api');
  await age(owner, ids.api, '10 seconds');
  const before = await beatProcess(
    pool,
    { id: ids.api, aliveMs: 8_000, workedMsAgo: 3_000, beat: 7n, confirmed: 0n },
    OPTIONS,
  );
  assert.equal(before?.beat, 0n);
  const next = await beatProcess(
    pool,
    { id: ids.api, aliveMs: 8_000, workedMsAgo: 3_000, beat: 8n, confirmed: 7n },
    OPTIONS,
  );
  assert.equal(next?.beat, 7n);
  const { rows } = await owner.query(
    `select extract(epoch from alive_until - seen_at)::int4 as alive, extract(epoch from seen_at - last_work_at)::int4 as worked,
       now() - seen_at < interval '5 seconds' as "isSeen"
     from running_process where id = $1`,
    [ids.api],
  );
  assert.deepEqual(rows, [{ alive: 8, worked: 3, isSeen: true }]);
});

test('a beat that arrives late does not take the number of a newer one back', async (t) => {
  const { database, ids } = await showAll(t);
  const pool = database.pool('vezne_api');
  const beat = async (no: bigint): Promise<bigint | undefined> => {
    const facts = { id: ids.api, aliveMs: ALIVE_MS, workedMsAgo: null, beat: no, confirmed: 0n };
    return (await beatProcess(pool, facts, OPTIONS))?.beat;
  };
  assert.deepEqual([await beat(8n), await beat(7n), await beat(9n)], [0n, 8n, 8n]);
});

test('alarms add up, and one that was quiet for a day begins anew', async (t) => {
  const { database, owner } = await showAll(t);
  const pool = database.pool('vezne_worker');
  const process = facts('worker');
  await addAlarms(pool, process, [alarm({ count: 3, firstMsAgo: 60_000, lastMsAgo: 1_000 })], OPTIONS);
  const read = async (): Promise<unknown> => {
    const { rows } = await owner.query(
      `select raised::int4, extract(epoch from now() - first_at)::int4 / 60 as minutes from raised_alarm where kind = 'worker'`,
    );
    return rows;
  };
  assert.deepEqual(await read(), [{ raised: 4, minutes: 1 }]);
  await owner.query(
    `update raised_alarm set first_at = first_at - interval '2 days', last_at = last_at - interval '2 days'`,
  );
  await addAlarms(pool, process, [alarm({ count: 2 })], OPTIONS);
  assert.deepEqual(await read(), [{ raised: 2, minutes: 0 }]);
});

test('an alarm is written down although the clock is behind what is there, or the count is full', async (t) => {
  const { database, owner } = await showAll(t);
  const pool = database.pool('vezne_worker');
  await owner.query(
    `update raised_alarm set last_at = now() + interval '1 hour', raised = 9223372036854775807 where kind = 'worker'`,
  );
  await addAlarms(pool, facts('worker'), [alarm({ count: 2 })], OPTIONS);
  const { rows } = await owner.query(
    `select last_at <= now() as "isPast", raised < 1e13 as "hasRoom" from raised_alarm where kind = 'worker'`,
  );
  assert.deepEqual(rows, [{ isPast: true, hasRoom: true }]);
});
