import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));

export interface Surface {
  url: string;
  logFile: string;
  stop: () => Promise<void>;
  ended: Promise<void>;
}

/** Starts `vezne <name>` as a process of its own, its log in a file. It ends with the demo, however the demo ends. */
export async function startSurface(
  name: 'api',
  { directory, env }: { directory: string; env: Record<string, string> },
): Promise<Surface> {
  const logFile = join(directory, `${name}.log`);
  const log = openSync(logFile, 'a', 0o600);
  const child = spawn(process.execPath, [MAIN, name], {
    stdio: ['ignore', log, log, 'ipc'],
    env: { PATH: process.env['PATH'], ...env },
    // Its own group: Ctrl-C reaches the demo, which then stops everything in order.
    detached: true,
  });
  closeSync(log);
  const ended = once(child, 'exit').then(() => undefined);
  const url = await Promise.race([
    once(child, 'message').then(([message]) => (message as { ready: string }).ready),
    ended.then(() => undefined),
  ]);
  if (url === undefined) throw new Error(`${name} did not start; the end of ${logFile} says why.`);
  return { url, logFile, ended, stop: async () => await stop(child, ended) };
}

async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.kill('SIGTERM');
  await ended;
}
