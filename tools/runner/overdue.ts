/**
 * Kills a test file that does not end. Node's own limit is only for tests. A file whose tests have ended, but which still
 * holds a connection or a timer, would stay for ever and block the whole run.
 */
import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { resolve } from 'node:path';
import { MARK } from './company-mark.ts';

/** A child of the file can keep its output open. After a kill, the output gets this long to close. */
const OUTPUT_GRACE_MS = 1_000;

/**
 * From now on every child process of this program is a test file, or several, and each file must end within `limitMs`. Returns the last file of
 * each process that was killed.
 */
export function killOverdueFiles(limitMs: number): Set<string> {
  const overdue = new Set<string>();
  subscribe('child_process', (message) => {
    const child = (message as { process: ChildProcess }).process;
    const limit = setTimeout(() => {
      overdue.add(resolve(child.spawnargs.at(-1) ?? ''));
      child.kill('SIGKILL');
      setTimeout(() => child.stdout?.destroy(), OUTPUT_GRACE_MS);
    }, limitMs);
    // It has no streams before. What it writes says that the next file of a company begins.
    child.once('spawn', () => {
      child.stderr?.on('data', (text: Buffer) => {
        if (MARK.test(text.toString('utf8'))) limit.refresh();
      });
    });
    child.once('exit', () => clearTimeout(limit));
  });
  return overdue;
}
