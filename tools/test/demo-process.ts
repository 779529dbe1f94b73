import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { hasPassed } from '../../server/test/harness/has-passed.ts';
import { postgresHome } from '../demo/database.ts';
import { endLeftover } from '../demo/leftover.ts';
import { endOfLog } from '../demo/log.ts';
import { claimPorts } from '../ports/claim.ts';

export const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

/**
 * A hanging step must be named before the runner gives up on the whole test. The demo needs 20 s to kill what does not
 * stop.
 */
const ENDS_WITHIN_MS = 60_000;
const STARTS_WITHIN_MS = 120_000;

export interface Demo {
  port: number;
  tookMs: number;
  report: Record<string, unknown>;
  /** How many lines it has written on standard output. */
  lines: () => number;
  errors: () => string;
  /** Resolves with the exit code. */
  ended: () => Promise<unknown>;
  interrupt: () => Promise<unknown>;
  kill: () => Promise<void>;
}

export interface Demos {
  directory: string;
  start: (...options: string[]) => Promise<Demo>;
}

/** A directory for demos that run one after another. All of them end with the test, and a failure shows their logs. */
export async function openDemos(t: TestContext): Promise<Demos> {
  const directory = await mkdtemp(join(tmpdir(), 'vezne-demo-test-'));
  await chmod(directory, 0o755);
  const ends: (() => Promise<void>)[] = [];
  // A single hook: hooks run in the order in which they were made, and none runs after one that fails. A separate hook
  // would remove the directory of a PostgreSQL that still runs. That may fail, and then the demo would not be stopped.
  t.after(async () => {
    for (const end of ends) await end();
    await endLeftover(join(postgresHome(directory), 'data'));
    if (!hasPassed(t)) for (const file of globSync(join(directory, '*.log'))) t.diagnostic(endOfLog(file));
    await rm(directory, { recursive: true, force: true });
  });
  return { directory, start: async (...options) => await startDemo(directory, ends, options) };
}

async function startDemo(
  directory: string,
  ends: (() => Promise<void>)[],
  options: readonly string[],
): Promise<Demo> {
  const port = await claimPorts();
  const startedMs = performance.now();
  const child = spawn(
    process.execPath,
    ['tools/demo.ts', '--json', '--port-base', String(port), '--directory', directory, ...options],
    {
      cwd: REPOSITORY,
      // The channel ends the demo when the test is gone.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, DATABASE_URL: '' },
    },
  );
  const { stdout, stderr } = child;
  assert.ok(stdout !== null && stderr !== null);
  let output = '';
  let errors = '';
  const closed = once(child, 'close');
  const ended = async (): Promise<unknown> =>
    (await within(ENDS_WITHIN_MS, closed, () => `the demo did not end: ${errors}`))[0];
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await closed;
  };
  const interrupt = async (): Promise<unknown> => {
    child.kill('SIGINT');
    return await ended();
  };
  ends.push(async () => void (await interrupt().catch(kill)));
  stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const ready = new Promise<void>((resolve) => {
    stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.endsWith('\n')) resolve();
    });
  });
  const failed = closed.then(() => assert.fail(`the demo ended before it was ready: ${errors}`));
  await within(STARTS_WITHIN_MS, Promise.race([ready, failed]), () => `the demo is not ready: ${errors}`);
  return {
    port,
    tookMs: performance.now() - startedMs,
    report: JSON.parse(output) as Record<string, unknown>,
    lines: () => output.trimEnd().split('\n').length,
    errors: () => errors,
    ended,
    interrupt,
    kill,
  };
}

async function within<Result>(ms: number, event: Promise<Result>, what: () => string): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`After ${ms / 1_000} s ${what()}`)), ms);
  });
  try {
    return await Promise.race([event, late]);
  } finally {
    clearTimeout(timer);
  }
}
