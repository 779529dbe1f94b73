import { execFile } from 'node:child_process';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { childrenOf } from '../../bench/cpu.ts';
import { roomyFolder } from '../../tools/postgres/roomy-folder.ts';
import { startPostgres } from '../../tools/postgres/server.ts';

/** A server that a test may crash: the others don't use it. */
export interface OwnPostgres {
  /** An immediate shutdown. What was committed without waiting for the disk may be gone afterwards. */
  crash(): Promise<void>;
  /** The postmaster and all its processes end in the same moment, by SIGKILL. */
  killAll(): Promise<void>;
  /** With the same files, at the same port. */
  startAgain(): Promise<void>;
  /** Keeps its files as they are after a crash at this moment. It runs again afterwards. */
  keepFiles(): Promise<void>;
  /** As a failover to a server that had heard of nothing since: a crash, and then the files that were kept. */
  goBack(): Promise<void>;
  stop(): Promise<void>;
}

/** From here on, databases of tests in this process are made on it. */
export async function startOwnPostgres(settings: Record<string, string> = {}): Promise<OwnPostgres> {
  const directory = await mkdtemp(join(await roomyFolder(), 'vezne-chaos-'));
  const options = { version: '18', directory, settings: { fsync: 'off', ...settings } } as const;
  let server = await startPostgres(options);
  const { port } = server;
  process.env['VEZNE_TEST_POSTGRES_URL'] = server.url;
  const data = join(directory, 'data');
  const kept = join(directory, 'kept');
  const startAgain = async (): Promise<void> => {
    server = await startPostgres({ ...options, port });
  };
  return {
    crash: async () => await server.crash(),
    async killAll() {
      const { pid, ended } = server;
      // It stands still, so that it starts no more while we look at what it has.
      process.kill(pid, 'SIGSTOP');
      for (const victim of [...childrenOf(pid), pid]) process.kill(victim, 'SIGKILL');
      await ended;
    },
    startAgain,
    async keepFiles() {
      await server.crash();
      // With their owner, whom PostgreSQL insists on.
      await promisify(execFile)('cp', ['-a', data, kept]);
      await startAgain();
    },
    async goBack() {
      await server.crash();
      await rm(data, { recursive: true });
      await rename(kept, data);
      await startAgain();
    },
    async stop() {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
