import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CLEAN_ENVIRONMENT } from './clean-environment.ts';
import type { TestDatabase } from './database.ts';
import { testKeysEnv } from './keys.ts';
import type { LogLine } from './log-lines.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

export interface WorkerProcess {
  child: ChildProcess;
  /** The lines it has logged so far with this message. */
  lines: (msg: string) => LogLine[];
  /** All warnings and errors so far. */
  urgentLines: () => LogLine[];
  /** Resolves with the exit code, or with the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
}

/** A real worker process, as in production, with a file for its heads. It is killed after the test if it still runs. */
export async function startWorkerProcess(
  t: TestContext,
  database: TestDatabase,
  env: Record<string, string> = {},
  /** Of another version. */
  main = MAIN,
): Promise<WorkerProcess> {
  const directory = await mkdtemp(join(tmpdir(), 'vezne-worker-'));
  const child = spawn(process.execPath, [main, 'worker'], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...CLEAN_ENVIRONMENT,
      VEZNE_CELL: 'test',
      VEZNE_WORKER_DATABASE_URL: database.urlOf('vezne_worker'),
      VEZNE_SECRET_KEYS: testKeysEnv.VEZNE_SECRET_KEYS,
      VEZNE_AUDIT_HEAD_FILE: join(directory, 'heads'),
      ...env,
    },
  });
  const all: LogLine[] = [];
  assert.ok(child.stdout !== null);
  createInterface({ input: child.stdout }).on('line', (line) => all.push(JSON.parse(line) as LogLine));
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  t.after(async () => {
    child.kill('SIGKILL');
    await ended;
    await rm(directory, { recursive: true });
  });
  const reached = await Promise.race([once(child, 'message'), ended]);
  if (!Array.isArray(reached)) throw new Error(`The worker ended before it was ready: ${reached}`);
  return {
    child,
    ended,
    lines: (msg) => all.filter((line) => line.msg === msg),
    urgentLines: () => all.filter((line) => Number(line['level']) >= 40),
  };
}
