import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../server/src/db/migrate.ts';
import { startPostgres } from '../../tools/postgres/server.ts';
import { seedHistory } from '../seed/history.ts';

export interface DatabasesOptions {
  sizes: readonly number[];
  /** Where seeded databases are kept for the next run, which adds to them. Default: a folder that is removed in the end. */
  cache: string | undefined;
  /** Of PostgreSQL while it is measured. */
  settings: Readonly<Record<string, string>>;
  /** How much is open, whatever the size. */
  openToday: number;
  step: (text: string) => void;
}

/** A PostgreSQL server with a database for each size, side by side. */
export interface Databases {
  postgres: number;
  /** Of a size: the address for a role, or for the owner. */
  urlOf: (transactions: number, role?: GrowthRole) => string;
}

const GROWTH_ROLES = ['vezne_api', 'vezne_console', 'vezne_worker'] as const;
export type GrowthRole = (typeof GROWTH_ROLES)[number];

/** Nothing is lost but the time to seed again, if it crashes meanwhile. */
const SEEDING_SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  shared_buffers: '1GB',
  max_wal_size: '8GB',
  checkpoint_timeout: '1h',
};

/** fsync stays on. Checkpoints come when they are asked for, and a vacuum would hit one slice and not the other. */
const MEASURED_SETTINGS = {
  shared_buffers: '1GB',
  max_wal_size: '8GB',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
};

/** Players come back ten times. */
const TRANSACTIONS_A_PLAYER = 10;

export async function startDatabases(
  disposal: AsyncDisposableStack,
  { sizes, cache, settings, openToday, step }: DatabasesOptions,
): Promise<Databases> {
  const directory = cache ?? (await mkdtemp(join(tmpdir(), 'vezne-growth-')));
  await mkdir(directory, { recursive: true });
  if (cache === undefined) disposal.defer(async () => await rm(directory, { recursive: true, force: true }));
  // If root starts PostgreSQL, it runs as another user, who must be able to enter the directory.
  await chmod(directory, 0o755);

  const seeding = await startPostgres({ version: '15', directory, settings: SEEDING_SETTINGS });
  try {
    for (const size of sizes) await seedOnce(seeding.url, size, { openToday, step });
  } finally {
    await seeding.stop();
  }
  const measured = await startPostgres({
    version: '15',
    directory,
    settings: { ...MEASURED_SETTINGS, ...settings },
  });
  disposal.defer(measured.stop);
  return {
    postgres: measured.pid,
    urlOf: (transactions, role) => urlOf(measured.url, transactions, role),
  };
}

function urlOf(server: string, transactions: number, role?: GrowthRole): string {
  const url = new URL(server);
  url.pathname = `/growth_${transactions}`;
  if (role !== undefined) {
    url.username = role;
    url.password = 'bench';
  }
  return url.href;
}

const SEEDED = 'seeded';

/** A database is whole once its comment says so. One of an earlier tree gets what the schema has since. */
async function seedOnce(
  server: string,
  transactions: number,
  { openToday, step }: Pick<DatabasesOptions, 'openToday' | 'step'>,
): Promise<void> {
  const name = `growth_${transactions}`;
  const url = urlOf(server, transactions);
  const roleUrls = GROWTH_ROLES.map((role) => urlOf(server, transactions, role));
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  try {
    const { rows } = await admin.query<{ comment: string | null }>(
      `select shobj_description(oid, 'pg_database') as comment from pg_database where datname = $1`,
      [name],
    );
    if (rows[0]?.comment === SEEDED) {
      await migrate({ databaseUrl: url, roleUrls });
      return;
    }
    await admin.query(`drop database if exists ${name}`);
    await admin.query(`create database ${name}`);
    await migrate({ databaseUrl: url, roleUrls });
    await seed(url, transactions, { openToday, step });
    await admin.query(`comment on database ${name} is '${SEEDED}'`);
  } finally {
    await admin.end();
  }
}

async function seed(
  url: string,
  transactions: number,
  { openToday, step }: Pick<DatabasesOptions, 'openToday' | 'step'>,
): Promise<void> {
  const owner = new pg.Pool({ connectionString: url, max: 4 });
  owner.on('error', () => undefined);
  const startedMs = performance.now();
  try {
    await seedHistory(owner, {
      transactions,
      // Then both kinds of references meet what they would in a history of their own: one the whole index, the other its end.
      references: 'random',
      openToday: Math.min(openToday, Math.floor(transactions / 2)),
      players: Math.ceil(transactions / TRANSACTIONS_A_PLAYER),
      say: (line) => step(`seeding ${transactions.toLocaleString('en')}: ${line}`),
    });
  } finally {
    await owner.end();
  }
  const seconds = (performance.now() - startedMs) / 1_000;
  step(`${transactions.toLocaleString('en')} transactions were seeded in ${seconds.toFixed(0)} s`);
}
