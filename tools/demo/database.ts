import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '../postgres/server.ts';

export interface DemoDatabase {
  /** The owner's address. */
  url: string;
  stop: () => Promise<void>;
}

/** The database at DATABASE_URL, which is left running, or a PostgreSQL of the demo's own. */
export async function openDatabase(
  directory: string,
  databaseUrl: string | undefined,
): Promise<DemoDatabase> {
  if (databaseUrl !== undefined) return { url: databaseUrl, stop: async () => undefined };
  const home = join(directory, 'postgres');
  await endLeftover(join(home, 'data', 'postmaster.pid'));
  const server = await startPostgres({ version: '18', directory: home });
  return { url: server.url, stop: server.stop };
}

/** A demo that was killed without a chance to clean up leaves its server behind. */
async function endLeftover(pidFile: string): Promise<void> {
  if (!existsSync(pidFile)) return;
  const pid = Number((await readFile(pidFile, 'utf8')).split('\n')[0]);
  for (let tries = 0; tries < 100; tries += 1) {
    try {
      process.kill(pid, tries === 0 ? 'SIGINT' : 0);
    } catch {
      return;
    }
    await sleep(100);
  }
}
