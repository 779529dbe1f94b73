import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CLEAN_ENVIRONMENT } from './clean-environment.ts';
import type { TestDatabase } from './database.ts';
import { hasPassed } from './has-passed.ts';
import { testKeysEnv } from './keys.ts';
import type { LogLine } from './log-lines.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

export interface ApiProcess {
  url: string;
  child: ChildProcess;
  /** Its last errors, the oldest first. */
  lastLines: () => LogLine[];
  /** Resolves with the exit code, or with the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
}

/** Errors are rare and long. The last ones explain a failed test, such as a request without an answer. */
const LOG_END_CHARACTERS = 4_096;

/** A real api process, as in production. It is killed after the test if it still runs. */
export async function startApiProcess(
  t: TestContext,
  database: TestDatabase,
  env: Record<string, string> = {},
  /** Of another version. */
  main = MAIN,
): Promise<ApiProcess> {
  const child = spawn(process.execPath, [main, 'api'], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...CLEAN_ENVIRONMENT,
      VEZNE_ENV: 'development',
      VEZNE_LOG_LEVEL: 'error',
      VEZNE_CELL: 'test',
      VEZNE_API_DATABASE_URL: database.urlOf('vezne_api'),
      VEZNE_PUBLIC_URL: 'https://pay.example',
      VEZNE_PORT: '0',
      VEZNE_REQUESTS_PER_SECOND: '100000',
      ...testKeysEnv,
      ...env,
    },
  });
  let log = '';
  let url: string | number = 'no address';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-LOG_END_CHARACTERS);
  });
  const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  t.after(async () => {
    child.kill('SIGKILL');
    await ended;
    if (log !== '' && !hasPassed(t)) t.diagnostic(`The api at ${url} logged at last:\n${log}`);
  });
  const ready = once(child, 'message').then(([message]) => (message as { ready: string }).ready);
  url = await Promise.race([ready, ended]);
  if (typeof url !== 'string' || !url.startsWith('http'))
    throw new Error(`The api ended before it was ready: ${url}`);
  return { url, child, ended, lastLines: () => wholeLines(log) };
}

/** The first line may have lost its beginning, and the last one has perhaps not come to its end. */
function wholeLines(log: string): LogLine[] {
  return log
    .split('\n')
    .slice(0, -1)
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as LogLine);
}
