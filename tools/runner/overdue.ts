/**
 * Kills a test file that does not end. Node's own limit is for tests: a file whose tests have ended but which still holds
 * a connection or a timer stays for ever, and the whole run with it.
 */
import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { resolve } from 'node:path';

/** A child of the file can hold its output open; what is killed gets this long to let go. */
const OUTPUT_GRACE_MS = 1_000;

/** From now on every child process of this program, each of them a test file, has `limitMs` to end. */
export function killOverdueFiles(limitMs: number): ReadonlySet<string> {
  const overdue = new Set<string>();
  subscribe('child_process', (message) => {
    const child = (message as { process: ChildProcess }).process;
    const limit = setTimeout(() => {
      overdue.add(resolve(child.spawnargs.at(-1) ?? ''));
      child.kill('SIGKILL');
      setTimeout(() => child.stdout?.destroy(), OUTPUT_GRACE_MS);
    }, limitMs);
    child.once('exit', () => clearTimeout(limit));
  });
  return overdue;
}
