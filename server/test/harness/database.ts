import { randomBytes } from 'node:crypto';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { createPool } from '../../src/db/pool.ts';
import { migrate } from '../../src/db/migrate.ts';

export const PROCESS_ROLES = [
  'vezne_api',
  'vezne_console',
  'vezne_portal',
  'vezne_worker',
  'vezne_admin',
] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

export interface TestDatabase {
  ownerUrl: string;
  urlOf(role: ProcessRole): string;
  /** A pool for the given role, or for the owner. Closed after the test. */
  pool(role?: ProcessRole): pg.Pool;
}

const TEMPLATE = 'vezne_template';
/** Roles belong to the server, and all test files of a run share the server. So they share the password. */
const ROLE_PASSWORD = 'only-for-tests';
/** Any number, as long as all test files use the same. */
const TEMPLATE_LOCK = 7_265_001;

function serverUrl(): string {
  const url = process.env['VEZNE_TEST_POSTGRES_URL'];
  if (url === undefined)
    throw new Error('Run the tests with: node tools/with-postgres.ts 18 -- node --test …');
  return url;
}

/** A migrated database for one test, dropped after it. Another version may migrate it. */
export async function createTestDatabase(
  t: TestContext,
  { migrateBy }: { migrateBy?: typeof migrate } = {},
): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asSuperuser(async (client) => {
    if (migrateBy !== undefined) {
      await client.query(`create database ${name}`);
      return;
    }
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    await makeTemplate(client);
    // In a third of the processor time of the usual copy, which is written to the log as well.
    await client.query(`create database ${name} template ${TEMPLATE} strategy file_copy`);
  });
  const pools: pg.Pool[] = [];
  t.after(async () => {
    // A failed test may hold a client for ever. Dropping the database ends that session.
    await Promise.race([
      Promise.all(pools.map(async (pool) => await pool.end())),
      sleep(2_000, undefined, { ref: false }),
    ]);
    await asSuperuser(async (client) => await client.query(`drop database ${name} with (force)`));
  });
  const ownerUrl = withDatabase(serverUrl(), name);
  const urlOf = (role: ProcessRole): string => withUser(ownerUrl, role);
  await migrateBy?.({ databaseUrl: ownerUrl, roleUrls: PROCESS_ROLES.map(urlOf) });
  return {
    ownerUrl,
    urlOf,
    pool(role) {
      const url = role === undefined ? ownerUrl : urlOf(role);
      const pool = createPool({
        url,
        maxConnections: 4,
        applicationName: 'test',
        log: pino({ level: 'silent' }),
      });
      pools.push(pool);
      return pool;
    },
  };
}

/** Migrated once per run. A copy of it in memory takes 25 ms. */
async function makeTemplate(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [TEMPLATE]);
  if (rowCount === 1) return;
  await client.query(`create database ${TEMPLATE}`);
  const databaseUrl = withDatabase(serverUrl(), TEMPLATE);
  await migrate({ databaseUrl, roleUrls: PROCESS_ROLES.map((role) => withUser(databaseUrl, role)) });
}

async function asSuperuser(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl() });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

function withUser(url: string, role: ProcessRole): string {
  const changed = new URL(url);
  changed.username = role;
  changed.password = ROLE_PASSWORD;
  return changed.href;
}
