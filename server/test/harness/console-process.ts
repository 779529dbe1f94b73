import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CLEAN_ENVIRONMENT } from './clean-environment.ts';
import { CONSOLE_URL } from './console.ts';
import type { TestDatabase } from './database.ts';
import { testKeysEnv } from './keys.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

export interface ConsoleProcess {
  url: string;
  stop(signal: NodeJS.Signals): Promise<void>;
}

/** A real console process, as in production. It is killed after the test if it still runs. */
export async function startConsoleProcess(
  t: TestContext,
  database: TestDatabase,
  env: Record<string, string> = {},
): Promise<ConsoleProcess> {
  const child = spawn(process.execPath, [MAIN, 'console'], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...CLEAN_ENVIRONMENT,
      VEZNE_ENV: 'production',
      VEZNE_LOG_LEVEL: 'error',
      VEZNE_CELL: 'test',
      VEZNE_CONSOLE_DATABASE_URL: database.urlOf('vezne_console'),
      VEZNE_CONSOLE_URL: CONSOLE_URL,
      VEZNE_CONSOLE_PORT: '0',
      VEZNE_TRUSTED_PROXIES: '127.0.0.1',
      VEZNE_DRAIN_MS: '50',
      ...testKeysEnv,
      ...env,
    },
  });
  const ended = once(child, 'exit');
  t.after(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const ready = once(child, 'message').then(([message]) => (message as { ready: string }).ready);
  const url = await Promise.race([ready, ended.then(() => undefined)]);
  if (url === undefined) throw new Error('The console ended before it was ready.');
  return {
    url,
    async stop(signal) {
      child.kill(signal);
      await ended;
    },
  };
}
