import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fstatSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endOfLog } from './log.ts';

/** As a person starts it: what it has read is kept compiled, which is a third of a start. */
export const VEZNE_PROGRAM = fileURLToPath(new URL('../../server/bin/vezne.js', import.meta.url));

export interface Surface {
  name: string;
  logFile: string;
  /** Why it ended: the last lines of its log since its start. */
  lastWords: () => string;
  stop: () => Promise<void>;
  ended: Promise<void>;
}

interface Program {
  program: string[];
  directory: string;
  env: Record<string, string>;
  startsWithinMs?: number;
}

/** A start takes a second or two. The rest is for a busy machine. */
const STARTS_WITHIN_MS = 60_000;

/** Starts a program as its own process, with its log in a file. It ends with the demo, however the demo ends. */
export async function startSurface(
  name: 'api' | 'console' | 'portal' | 'worker' | 'shop',
  { program, directory, env, startsWithinMs = STARTS_WITHIN_MS }: Program,
): Promise<Surface> {
  const logFile = join(directory, `${name}.log`);
  const log = openSync(logFile, 'a', 0o600);
  const { size: loggedBefore } = fstatSync(log);
  const child = spawn(process.execPath, program, {
    stdio: ['ignore', log, log, 'ipc'],
    env: { PATH: process.env['PATH'], ...env },
    // In its own group: Ctrl-C reaches only the demo, which then stops everything in order.
    detached: true,
  });
  closeSync(log);
  const lastWords = (): string => endOfLog(logFile, loggedBefore);
  const ended = once(child, 'exit').then(() => undefined);
  const isReady = await readyWithin(startsWithinMs, child, ended);
  if (!isReady) {
    const late = child.killed ? ` within ${startsWithinMs / 1_000} s` : '';
    throw new Error(`The ${name} did not start${late}. ${lastWords()}`);
  }
  return { name, logFile, lastWords, ended, stop: async () => await stop(child, ended) };
}

/** False when it ended instead. A program that is not ready in time is ended. */
async function readyWithin(ms: number, child: ChildProcess, ended: Promise<void>): Promise<boolean> {
  const timer = setTimeout(() => child.kill('SIGKILL'), ms);
  const isReady = await Promise.race([once(child, 'message').then(() => true), ended.then(() => false)]);
  clearTimeout(timer);
  return isReady;
}

/**
 * Ctrl-C ends everything. A program that has not stopped in this time is killed, which loses nothing that was acknowledged.
 */
const STOPS_WITHIN_MS = 20_000;

async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOPS_WITHIN_MS);
  await ended;
  clearTimeout(timer);
}
