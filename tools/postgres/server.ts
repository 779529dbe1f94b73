import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { claimPorts } from '../ports/claim.ts';
import { findBinaries, isReachable, serverUser } from './binaries.ts';
import type { PostgresVersion } from './binaries.ts';

export interface PostgresServer {
  /** Connects as the superuser, to the database `postgres`. */
  url: string;
  pid: number;
  /** To start it again where its clients look for it. */
  port: number;
  stop: () => Promise<void>;
  /** PostgreSQL's immediate shutdown, as if the machine had failed: nothing is written any more, and the next start recovers. */
  crash: () => Promise<void>;
  /** Resolves with the end of its log when the server has ended, for any reason. */
  ended: Promise<string>;
}

export interface PostgresOptions {
  version: PostgresVersion;
  /** Reused when it already holds a cluster. */
  directory: string;
  /** Of a server that ran before. Default: one that is free. */
  port?: number;
  /** Settings given on the command line, such as `fsync: 'off'` for tests. */
  settings?: Record<string, string>;
}

const START_TIMEOUT_MS = 20_000;

/** Starts a separate PostgreSQL server on a loopback port. The caller stops it. */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const binaries = await findBinaries(options.version);
  const user = serverUser();
  const dataDirectory = join(options.directory, 'data');
  await mkdir(options.directory, { recursive: true });
  const password = await initialise(options.directory, dataDirectory, binaries.initdb, user);
  await refuseRunningServer(dataDirectory);

  const port = options.port ?? (await claimPorts());
  const settings = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    ...options.settings,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(binaries.postgres, ['-D', dataDirectory, ...flags], {
    ...user,
    stdio: ['ignore', 'ignore', 'pipe'],
    // In its own group: Ctrl-C in a terminal reaches our program first, which stops the server in order.
    detached: true,
  });
  const log = keepTail(child);
  // "close" comes after the last line of its log; "exit" may come before.
  const ended = new Promise<string>((resolve) => {
    child.once('close', () => resolve(log()));
  });
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  await waitUntilReady(child, url, log);
  const { pid } = child;
  if (pid === undefined) throw new Error('PostgreSQL did not start.');
  return {
    url,
    pid,
    port,
    ended,
    // PostgreSQL's fast shutdown: sessions are ended, a checkpoint is written.
    stop: async () => await end(child, 'SIGINT'),
    crash: async () => await end(child, 'SIGQUIT'),
  };
}

type ServerUser = ReturnType<typeof serverUser>;

async function initialise(
  directory: string,
  dataDirectory: string,
  initdb: string,
  user: ServerUser,
): Promise<string> {
  const passwordFile = join(directory, 'password');
  if (existsSync(join(dataDirectory, 'PG_VERSION'))) return await readFile(passwordFile, 'utf8');

  const password = randomBytes(18).toString('base64url');
  await rm(dataDirectory, { recursive: true, force: true });
  await mkdir(dataDirectory, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (user) {
    await chmod(directory, 0o755);
    if (!isReachable(directory)) {
      throw new Error(
        `PostgreSQL, which root starts as another user, cannot reach ${directory}. Choose a directory whose parents are open.`,
      );
    }
    await chown(dataDirectory, user.uid, user.gid);
    await chown(passwordFile, user.uid, user.gid);
  }
  const made = spawnSync(
    initdb,
    [
      '-D',
      dataDirectory,
      '-U',
      'postgres',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      // Without these two, the npm build falls back to SQL_ASCII, and text is not checked to be UTF-8.
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--data-checksums',
      '--no-sync',
    ],
    { ...user, cwd: '/', encoding: 'utf8' },
  );
  if (made.status !== 0) {
    throw new Error(`initdb failed: ${made.stderr || String(made.error)}`);
  }
  return password;
}

/** A second server on the same files would corrupt them. PostgreSQL refuses too, but only after a confusing wait. */
async function refuseRunningServer(dataDirectory: string): Promise<void> {
  const pidFile = join(dataDirectory, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const pid = Number((await readFile(pidFile, 'utf8')).split('\n')[0]);
  try {
    process.kill(pid, 0);
  } catch {
    return;
  }
  throw new Error(
    `A PostgreSQL server (process ${pid}) already uses ${dataDirectory}. Stop it first: kill -INT ${pid}`,
  );
}

function keepTail(child: ChildProcess): () => string {
  let tail = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    // The end of the log explains a failed start. 8 KiB is enough for it.
    tail = (tail + text).slice(-8192);
  });
  return () => tail;
}

async function waitUntilReady(child: ChildProcess, url: string, log: () => string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL did not start:\n${log()}`);
    if (await answers(url)) return;
    await sleep(50);
  }
  child.kill('SIGQUIT');
  throw new Error(`PostgreSQL was not ready within ${START_TIMEOUT_MS / 1000} s:\n${log()}`);
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function end(child: ChildProcess, signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  child.kill(signal);
  await ended;
}
