import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CLEAN_ENVIRONMENT } from './clean-environment.ts';
import type { TestDatabase } from './database.ts';
import { testPortalKeysEnv } from './keys.ts';
import { PORTAL_URL } from './portal.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

export interface PortalProcess {
  url: string;
  pid: number | undefined;
  stop(signal: NodeJS.Signals): Promise<void>;
}

/** A real portal process, as in production. It is killed after the test if it still runs. */
export async function startPortalProcess(t: TestContext, database: TestDatabase): Promise<PortalProcess> {
  const child = spawn(process.execPath, [MAIN, 'portal'], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...CLEAN_ENVIRONMENT,
      VEZNE_ENV: 'production',
      VEZNE_LOG_LEVEL: 'error',
      VEZNE_CELL: 'test',
      VEZNE_PORTAL_DATABASE_URL: database.urlOf('vezne_portal'),
      VEZNE_PORTAL_URL: PORTAL_URL,
      VEZNE_PORTAL_PORT: '0',
      // Nobody is invited, and production wants to know where letters go.
      VEZNE_SMTP_URL: 'smtps://mail.example',
      VEZNE_MAIL_FROM: 'portal@vezne.example',
      VEZNE_TRUSTED_PROXIES: '127.0.0.1',
      VEZNE_DRAIN_MS: '50',
      ...testPortalKeysEnv,
    },
  });
  const ended = once(child, 'exit');
  t.after(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const ready = once(child, 'message').then(([message]) => (message as { ready: string }).ready);
  const url = await Promise.race([ready, ended.then(() => undefined)]);
  if (url === undefined) throw new Error('The portal ended before it was ready.');
  return {
    url,
    pid: child.pid,
    async stop(signal) {
      child.kill(signal);
      await ended;
    },
  };
}
