import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const VEZNE_MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));

export interface Surface {
  name: string;
  logFile: string;
  stop: () => Promise<void>;
  ended: Promise<void>;
}

/** Starts a program as a process of its own, its log in a file. It ends with the demo, however the demo ends. */
export async function startSurface(
  name: 'api' | 'worker' | 'shop',
  { program, directory, env }: { program: string[]; directory: string; env: Record<string, string> },
): Promise<Surface> {
  const logFile = join(directory, `${name}.log`);
  const log = openSync(logFile, 'a', 0o600);
  const child = spawn(process.execPath, program, {
    stdio: ['ignore', log, log, 'ipc'],
    env: { PATH: process.env['PATH'], ...env },
    // Its own group: Ctrl-C reaches the demo, which then stops everything in order.
    detached: true,
  });
  closeSync(log);
  const ended = once(child, 'exit').then(() => undefined);
  const isReady = await Promise.race([once(child, 'message').then(() => true), ended.then(() => false)]);
  if (!isReady) throw new Error(`The ${name} did not start; the end of ${logFile} says why.`);
  return { name, logFile, ended, stop: async () => await stop(child, ended) };
}

/** Ctrl-C ends everything: what has not stopped by itself in this time is killed, which loses nothing that was acknowledged. */
const STOPS_WITHIN_MS = 20_000;

async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOPS_WITHIN_MS);
  await ended;
  clearTimeout(timer);
}
