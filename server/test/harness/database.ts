import { randomBytes } from 'node:crypto';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { createPool } from '../../src/db/pool.ts';
import type { migrate } from '../../src/db/migrate.ts';
import { makeLoginsCheap } from './cheap-logins.ts';

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
  /** The pool of the given role, or of the owner: always the same, for a new session plans every statement anew. Closed after the test. */
  pool(role?: ProcessRole): pg.Pool;
  /** Closes its pools, and others may be copies of it: PostgreSQL copies only what nobody uses. */
  close(): Promise<void>;
}

const TEMPLATE = 'vezne_template';
/** Roles belong to the server, and all test files of a run share the server. So they share the password. */
const ROLE_PASSWORD = 'only-for-tests';
/** Enough for everybody in a test who holds one and waits for somebody else. */
const MOST_CONNECTIONS = 8;
/** Any number, as long as all test files use the same. */
const TEMPLATE_LOCK = 7_265_001;

function serverUrl(): string {
  const url = process.env['VEZNE_TEST_POSTGRES_URL'];
  if (url === undefined)
    throw new Error('Run the tests with: node tools/with-postgres.ts 18 -- node --test …');
  return url;
}

/** A migrated database for one test, dropped after it. Another version may migrate it, or it is a copy of one that was closed. */
export async function createTestDatabase(
  t: TestContext,
  { migrateBy, copyOf }: { migrateBy?: typeof migrate; copyOf?: TestDatabase } = {},
): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asSuperuser(async (client) => {
    if (migrateBy !== undefined) {
      await client.query(`create database ${name}`);
      return;
    }
    if (copyOf === undefined) {
      await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
      await makeTemplate(client);
    }
    const template = copyOf === undefined ? TEMPLATE : new URL(copyOf.ownerUrl).pathname.slice(1);
    // In a third of the processor time of the usual copy, which is written to the log as well.
    await client.query(`create database ${name} template ${template} strategy file_copy`);
  });
  const pools = new Map<ProcessRole | 'owner', pg.Pool>();
  const close = async (): Promise<void> => {
    const open = [...pools.values()];
    pools.clear();
    await Promise.all(open.map(async (pool) => await pool.end()));
  };
  t.after(async () => {
    // A failed test may hold a client for ever. Dropping the database ends that session.
    await Promise.race([close(), sleep(2_000, undefined, { ref: false })]);
    await asSuperuser(async (client) => await client.query(`drop database ${name} with (force)`));
  });
  const ownerUrl = withDatabase(serverUrl(), name);
  const urlOf = (role: ProcessRole): string => withUser(ownerUrl, role);
  await migrateBy?.({ databaseUrl: ownerUrl, roleUrls: PROCESS_ROLES.map(urlOf) });
  return {
    ownerUrl,
    urlOf,
    pool(role) {
      const known = pools.get(role ?? 'owner');
      if (known !== undefined) return known;
      const pool = createPool({
        url: role === undefined ? ownerUrl : urlOf(role),
        maxConnections: MOST_CONNECTIONS,
        applicationName: 'test',
        log: pino({ level: 'silent' }),
      });
      pools.set(role ?? 'owner', pool);
      return pool;
    },
    close,
  };
}

/** Migrated once per run. A copy of it in memory takes 25 ms. */
async function makeTemplate(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [TEMPLATE]);
  if (rowCount === 1) return;
  await client.query(`create database ${TEMPLATE}`);
  const databaseUrl = withDatabase(serverUrl(), TEMPLATE);
  const roleUrls = PROCESS_ROLES.map((role) => withUser(databaseUrl, role));
  // One file of a run does it. Whoever finds the template need not load what makes it.
  const { migrate } = await import('../../src/db/migrate.ts');
  await migrate({ databaseUrl, roleUrls });
  await makeLoginsCheap(client, [databaseUrl, ...roleUrls]);
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
