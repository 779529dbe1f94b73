/** docs/sizing.md says how many connections each process takes. PostgreSQL counts them here, when every pool is full. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import pg from 'pg';
import { startWorker } from '../../src/processes/worker.ts';
import { startTestApi } from '../harness/api.ts';
import { openConsoleDesk } from '../harness/console-desk.ts';
import { createTestDatabase } from '../harness/database.ts';
import { until } from '../harness/expectations.ts';
import { listen } from '../harness/live-stream.ts';
import { startTestPortal } from '../harness/portal.ts';
import { silentLog } from '../harness/silent-log.ts';
import { workerConfig } from '../harness/worker-config.ts';

const DOCUMENT = readFileSync(new URL('../../../docs/sizing.md', import.meta.url), 'utf8');

/** Sessions by their names, such as `| api | \`vezne-api NNNN\` | 8 |`; a row without a process belongs to the one above. */
function documented(): Map<string, Map<string, number>> {
  const processes = new Map<string, Map<string, number>>();
  let current = '';
  for (const [, process = '', name = '', most] of DOCUMENT.matchAll(
    /^\| ?(\w*) \| `(vezne-[\w -]+?)(?: NNNN)?` \| (\d+) \|/gm,
  )) {
    if (process !== '') current = process;
    const sessions = processes.get(current) ?? new Map<string, number>();
    processes.set(current, sessions.set(name, Number(most)));
  }
  return processes;
}

const DOCUMENTED = documented();

function mostOf(process: string): number {
  return [...(DOCUMENTED.get(process) ?? [])].reduce((sum, [, most]) => sum + most, 0);
}

/** Every pool that is made from now on. */
function notePools(t: TestContext): pg.Pool[] {
  const made: pg.Pool[] = [];
  const Original = pg.Pool;
  pg.Pool = class extends Original {
    constructor(options?: pg.PoolConfig) {
      super(options);
      made.push(this);
    }
  };
  t.after(() => {
    pg.Pool = Original;
  });
  return made;
}

/** Takes every connection of every pool at once, and lets PostgreSQL count. */
async function countWhenFull(owner: pg.Pool, pools: readonly pg.Pool[]): Promise<Map<string, number>> {
  const ours = pools.filter(({ options }) => options.application_name?.startsWith('vezne-'));
  const taken = await Promise.all(
    ours.flatMap((pool) => Array.from({ length: pool.options.max }, async () => await pool.connect())),
  );
  try {
    const { rows } = await owner.query<{ name: string; count: number }>(
      `select regexp_replace(application_name, ' \\d+$', '') as name, count(*)::int4 as count from pg_stat_activity
       where datname = current_database() and application_name like 'vezne-%' group by 1 order by 1`,
    );
    return new Map(rows.map(({ name, count }) => [name, count]));
  } finally {
    for (const client of taken) client.release();
  }
}

async function assertAsDocumented(process: string, owner: pg.Pool, pools: readonly pg.Pool[]): Promise<void> {
  const expected = Object.fromEntries(DOCUMENTED.get(process) ?? []);
  // What listens connects by itself, a moment after the start.
  const counted = await until(
    async () => Object.fromEntries(await countWhenFull(owner, pools)),
    (found) => Object.keys(found).length >= Object.keys(expected).length,
  );
  assert.deepEqual(counted, expected);
}

test('an api takes the connections that docs/sizing.md says', async (t) => {
  const pools = notePools(t);
  const { owner } = await startTestApi(t);
  await assertAsDocumented('api', owner, pools);
});

test('a console takes the connections that docs/sizing.md says, when somebody looks', async (t) => {
  const pools = notePools(t);
  const desk = await openConsoleDesk(t);
  const { page } = await desk.operator();
  await listen(t, page, desk.url);
  await assertAsDocumented('console', desk.owner, pools);
});

test('a worker takes the connections that docs/sizing.md says', async (t) => {
  const pools = notePools(t);
  const database = await createTestDatabase(t);
  const { stop } = await startWorker(workerConfig(database), silentLog);
  t.after(stop);
  await assertAsDocumented('worker', database.pool(), pools);
});

test('a portal takes the connections that docs/sizing.md says', async (t) => {
  const pools = notePools(t);
  const { owner } = await startTestPortal(t);
  await assertAsDocumented('portal', owner, pools);
});

test('the sums of docs/sizing.md are those of its rows', () => {
  for (const process of ['api', 'console', 'portal', 'worker']) {
    assert.match(
      DOCUMENT,
      new RegExp(`^\\| \\*\\*${process}, in all\\*\\* \\| +\\| \\*\\*${mostOf(process)}\\*\\* \\|$`, 'm'),
    );
  }
  const examples = [...DOCUMENT.matchAll(/^\| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$/gm)].map(
    (row) => row.slice(1).map(Number),
  );
  assert.ok(examples.length > 2, 'The examples were found.');
  for (const [apis = 0, consoles = 0, portals = 0, workers = 0, connections, max = 0] of examples) {
    const sum =
      apis * mostOf('api') +
      consoles * mostOf('console') +
      portals * mostOf('portal') +
      workers * mostOf('worker');
    assert.equal(connections, sum);
    assert.ok(
      max >= sum + OTHERS,
      `${max} leaves room for people, migrations, backups and a second api of a deploy`,
    );
  }
});

test('the limits of docs/sizing.md are three processes of each login, and PostgreSQL takes them', async (t) => {
  const statements = [...DOCUMENT.matchAll(/^alter role vezne_(\w+) connection limit (\d+);$/gm)];
  assert.deepEqual(
    statements.map(([, process = '', limit]) => [process, Number(limit)]),
    ['api', 'console', 'portal', 'worker'].map((process) => [process, 3 * mostOf(process)]),
  );
  const database = await createTestDatabase(t);
  const client = await database.pool().connect();
  try {
    // Undone: all tests share the roles.
    await client.query('begin');
    for (const [statement] of statements) await client.query(statement);
    const { rows } = await client.query<{ role: string; most: number }>(
      `select rolname as role, rolconnlimit as most from pg_roles where rolname like 'vezne\\_%' and rolconnlimit >= 0 order by 1`,
    );
    assert.deepEqual(
      rows.map(({ role, most }) => [role, most]),
      statements.map(([, process = '', limit]) => [`vezne_${process}`, Number(limit)]),
    );
  } finally {
    await client.query('rollback');
    client.release();
  }
});

/** One more api while one is replaced, five people at the command line, a migration, monitoring, and those kept for superusers. */
const OTHERS = mostOf('api') + 5 * 2 + 2 + 2 + 3;
