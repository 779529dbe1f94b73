/** The command as a process of its own, for tests. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Totals } from './report.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

export interface CommandResult {
  code: number | null;
  /** Progress, the tables, and what was broken. */
  printed: string;
  totals: Totals;
}

export async function runClusterCommand(t: TestContext, ...words: readonly string[]): Promise<CommandResult> {
  const child = spawn(process.execPath, [MAIN, ...words, '--json'], { stdio: ['ignore', 'pipe', 'pipe'] });
  // It takes minutes: who waits sees how far it is.
  child.stderr.pipe(process.stderr, { end: false });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  t.after(async () => {
    // It takes the cluster away before it ends. Killed, it would leave it behind.
    child.kill('SIGTERM');
    await ended;
  });
  const [totals, printed, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (!/^\{.*\}\n$/.test(totals))
    throw new Error(`It ended with ${code}, and not with a line of totals: ${totals}`);
  return { code, printed, totals: JSON.parse(totals) as Totals };
}
