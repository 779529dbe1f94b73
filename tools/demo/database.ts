import { join } from 'node:path';
import { startPostgres } from '../postgres/server.ts';
import { endLeftover } from './leftover.ts';

export interface DemoDatabase {
  /** The owner's address. */
  url: string;
  stop: () => Promise<void>;
  /** Rejects when the demo's own PostgreSQL ends, and says why. */
  failed: Promise<never>;
}

/** The database at DATABASE_URL, which is left running, or the demo's own PostgreSQL. */
export async function openDatabase(
  directory: string,
  databaseUrl: string | undefined,
): Promise<DemoDatabase> {
  if (databaseUrl !== undefined) {
    return { url: databaseUrl, stop: async () => undefined, failed: new Promise(() => undefined) };
  }
  const home = postgresHome(directory);
  await endLeftover(join(home, 'data'));
  const { url, stop, ended } = await startPostgres({ version: '18', directory: home });
  const failed = ended.then((log) => {
    throw new Error(`The demo's PostgreSQL has ended. Its last words:\n${log}`);
  });
  // Before a caller waits for it, and after the demo has stopped it, a failure is not important.
  failed.catch(() => undefined);
  return { url, stop, failed };
}

export function postgresHome(directory: string): string {
  return join(directory, 'postgres');
}
