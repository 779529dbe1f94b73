import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { TestContext } from 'node:test';
import type pg from 'pg';
import { PROCESS_KINDS } from '../../src/db/read/running-processes.ts';
import type { ProcessKind } from '../../src/db/read/running-processes.ts';
import {
  BEAT_SQL,
  addAlarms,
  beatProcess,
  hideProcess,
  showProcess,
} from '../../src/db/write/running-processes.ts';
import type { ProcessFacts } from '../../src/db/write/running-processes.ts';
import { createTestDatabase } from '../harness/database.ts';
import type { TestDatabase } from '../harness/database.ts';

const OPTIONS = { timeoutMs: 5_000 };
const NO_RIGHT = '42501';
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
  const ids = { api: '', console: '', worker: '' };
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
        const beat = { id: ids[other], aliveMs: ALIVE_MS, workedMsAgo: 0 };
        assert.equal(await beatProcess(pool, beat, OPTIONS), false);
        await hideProcess(pool, ids[other], OPTIONS);
        const hidden = await pool.query('delete from raised_alarm where kind = $1', [other]);
        assert.equal(hidden.rowCount, 0);
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

  test('as the api or the console sees no other kind, and the worker and the administrators see all', async (t) => {
    const { database } = await showAll(t);
    for (const [role, expected] of [
      ['vezne_api', ['api']],
      ['vezne_console', ['console']],
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
    await assert.rejects(database.pool('vezne_portal').query('select from running_process'), {
      code: NO_RIGHT,
    });
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
    const { rows } = await owner.query<{ id: string }>('select id from running_process');
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

test('a beat moves the end of a life and the time of the last work, and waits for no disk', async (t) => {
  const { database, owner, ids } = await showAll(t);
  const pool = database.pool('vezne_api');
  await age(owner, ids.api, '10 seconds');
  assert.equal(await beatProcess(pool, { id: ids.api, aliveMs: 8_000, workedMsAgo: 3_000 }, OPTIONS), true);
  const { rows } = await owner.query(
    `select extract(epoch from alive_until - seen_at)::int4 as alive, extract(epoch from seen_at - last_work_at)::int4 as worked,
       now() - seen_at < interval '5 seconds' as "isSeen"
     from running_process where id = $1`,
    [ids.api],
  );
  assert.deepEqual(rows, [{ alive: 8, worked: 3, isSeen: true }]);
  const client = await pool.connect();
  await client.query('begin');
  await client.query(BEAT_SQL, [ids.api, 8, null]);
  const during = await client.query('show synchronous_commit');
  await client.query('commit');
  const after = await client.query('show synchronous_commit');
  client.release();
  assert.deepEqual(
    [during.rows, after.rows],
    [[{ synchronous_commit: 'off' }], [{ synchronous_commit: 'on' }]],
  );
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
