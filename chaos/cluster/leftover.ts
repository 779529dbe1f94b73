/** A run that has crashed leaves processes of the product in its namespace. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Kills what runs in the namespace, HAProxy too: by now nothing is wanted of any. */
export async function endProcessesIn(namespace: string): Promise<void> {
  const { stdout } = await run('ip', ['netns', 'pids', namespace]).catch(() => ({ stdout: '' }));
  for (const pid of stdout
    .split('\n')
    .filter((line) => line !== '')
    .map(Number)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself.
    }
  }
}
