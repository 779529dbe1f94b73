import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrate } from '../server/src/db/migrate.ts';
import { testKeysEnv } from '../server/test/harness/keys.ts';
import { startPostgres } from '../tools/postgres/server.ts';
import type { CpuTimes } from './cpu.ts';
import { readCpuTimes } from './cpu.ts';

const MAIN = fileURLToPath(new URL('../server/src/main.ts', import.meta.url));

/** A separate PostgreSQL server for one benchmark, migrated as in production. Disposing of it removes everything. */
export interface InstalledDatabase {
  directory: string;
  /** The owner of everything, for preparation and for counting. */
  owner: pg.Pool;
  /** The address for a process. Bare load uses the same role, so both pay for its permissions. */
  urlOf: (role: BenchRole) => string;
  /** Processor times so far. The service's processes are given by their ids. */
  readCpu: (nodes: readonly number[]) => CpuTimes;
}

const BENCH_ROLES = ['vezne_api', 'vezne_console', 'vezne_worker'] as const;
type BenchRole = (typeof BENCH_ROLES)[number];

/** A database with api processes. */
export interface Installation {
  directory: string;
  owner: pg.Pool;
  apiDatabaseUrl: string;
  apiUrls: readonly string[];
  readCpu: () => CpuTimes;
}

/**
 * fsync and synchronous_commit stay on. Enough memory and log space keep checkpoints out of the slices, where they would
 * hit only one side of a pair.
 */
const POSTGRES_SETTINGS = { shared_buffers: '1GB', max_wal_size: '8GB', checkpoint_timeout: '1h' };

const READY_WITHIN_MS = 20_000;

export async function installDatabase(
  disposal: AsyncDisposableStack,
  settings: Readonly<Record<string, string>> = {},
): Promise<InstalledDatabase> {
  const directory = await mkdtemp(join(tmpdir(), 'vezne-bench-'));
  disposal.defer(async () => await rm(directory, { recursive: true, force: true }));
  // If root starts PostgreSQL, it runs as another user, who must be able to enter the directory.
  await chmod(directory, 0o755);
  const postgres = await startPostgres({
    version: '15',
    directory,
    settings: { ...POSTGRES_SETTINGS, ...settings },
  });
  disposal.defer(postgres.stop);

  const urlOf = (role: BenchRole): string => {
    const url = new URL(postgres.url);
    url.username = role;
    url.password = 'bench';
    return url.href;
  };
  await migrate({ databaseUrl: postgres.url, roleUrls: BENCH_ROLES.map(urlOf) });

  const owner = new pg.Pool({ connectionString: postgres.url, max: 2 });
  // Ending a pool doesn't wait for its connections. Without a listener, the server's last message on one would end the
  // process.
  owner.on('error', () => undefined);
  owner.on('connect', (client) => client.on('error', () => undefined));
  disposal.defer(async () => await owner.end());
  return {
    directory,
    owner,
    urlOf,
    readCpu: (nodes) => readCpuTimes({ nodes, postgres: postgres.pid }),
  };
}

export async function install(
  disposal: AsyncDisposableStack,
  options: {
    processes: number;
    nodeFlags: readonly string[];
    prepare: (owner: pg.Pool) => Promise<void>;
    /** Additional settings of PostgreSQL. */
    settings?: Readonly<Record<string, string>>;
  },
): Promise<Installation> {
  const { directory, owner, urlOf, readCpu } = await installDatabase(disposal, options.settings);
  await options.prepare(owner);

  const apiDatabaseUrl = urlOf('vezne_api');
  const apis: RunningApi[] = [];
  for (let count = 0; count < options.processes; count++) {
    apis.push(await startApi(disposal, { ...options, directory, databaseUrl: apiDatabaseUrl }));
  }
  const nodes = apis.map(({ pid }) => pid);
  return {
    directory,
    owner,
    apiDatabaseUrl,
    apiUrls: apis.map(({ url }) => url),
    readCpu: () => readCpu(nodes),
  };
}

interface RunningApi {
  url: string;
  pid: number;
}

async function startApi(
  disposal: AsyncDisposableStack,
  options: { nodeFlags: readonly string[]; directory: string; databaseUrl: string },
): Promise<RunningApi> {
  // The access log is written, as in production, and to a file: a pipe would make this process work too.
  const log = await open(join(options.directory, 'api.log'), 'a');
  const child = spawn(process.execPath, [...options.nodeFlags, MAIN, 'api'], {
    stdio: ['ignore', log.fd, 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      VEZNE_ENV: 'development',
      VEZNE_LOG_LEVEL: 'info',
      VEZNE_CELL: 'bench',
      VEZNE_API_DATABASE_URL: options.databaseUrl,
      VEZNE_PUBLIC_URL: 'https://pay.example',
      VEZNE_PORT: '0',
      // Whoever runs this for money looks at its metrics.
      VEZNE_METRICS_PORT: '0',
      VEZNE_DRAIN_MS: '0',
      // Counted as always, but never reached.
      VEZNE_REQUESTS_PER_SECOND: '1000000',
      ...testKeysEnv,
    },
  });
  const ended = once(child, 'exit');
  disposal.defer(async () => {
    child.kill('SIGTERM');
    const kill = setTimeout(() => child.kill('SIGKILL'), 5_000);
    await ended;
    clearTimeout(kill);
    await log.close();
  });
  const readySignal = AbortSignal.timeout(READY_WITHIN_MS);
  const ready = once(child, 'message', { signal: readySignal }).then(
    ([message]) => (message as { ready: string }).ready,
  );
  const url = await Promise.race([ready, ended.then(() => undefined)]);
  if (url === undefined || child.pid === undefined) throw new Error('The api ended before it was ready.');
  return { url, pid: child.pid };
}
