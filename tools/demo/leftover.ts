import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandLineOf, isAlive } from './process.ts';

/** A fast shutdown of an idle server takes only a fraction of this. */
const END_WITHIN_MS = 10_000;

/**
 * Ends the PostgreSQL that a killed demo left behind. It signals only a PostgreSQL on exactly this data directory: by now,
 * another program may have the number in the file.
 */
export async function endLeftover(dataDirectory: string): Promise<void> {
  const file = join(dataDirectory, 'postmaster.pid');
  const pid = await pidIn(file);
  if (!isAlive(pid)) return;
  if (!isPostgresOn(pid, dataDirectory)) {
    throw new Error(
      `${file} names process ${pid}, and it cannot be told that this is the demo's own PostgreSQL. ` +
        `If it is, end it with: kill -INT ${pid}; if it is another program, remove the file.`,
    );
  }
  // SIGINT is PostgreSQL's fast shutdown; it removes the file last.
  process.kill(pid, 'SIGINT');
  const deadlineMs = performance.now() + END_WITHIN_MS;
  while ((await pidIn(file)) === pid && isPostgresOn(pid, dataDirectory)) {
    if (performance.now() > deadlineMs) {
      throw new Error(`The PostgreSQL of an earlier demo (process ${pid}) does not end.`);
    }
    await sleep(50);
  }
}

async function pidIn(file: string): Promise<number> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return Number(text.split('\n')[0]);
}

function isPostgresOn(pid: number, dataDirectory: string): boolean {
  const [program = '', ...options] = (commandLineOf(pid) ?? '').split(' -');
  return program.endsWith('/postgres') && options.includes(`D ${dataDirectory}`);
}
