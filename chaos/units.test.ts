import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CLEAN_ENVIRONMENT } from '../server/test/harness/clean-environment.ts';
import { createTestDatabase } from '../server/test/harness/database.ts';
import { testKeysEnv, testPortalKeysEnv } from '../server/test/harness/keys.ts';

const MAIN = fileURLToPath(new URL('../server/bin/vezne.js', import.meta.url));
const FILTERED = fileURLToPath(new URL('units/filtered.py', import.meta.url));
const HARDENING = new URL('../deploy/systemd/vezne-.service.d/hardening.conf', import.meta.url);

interface Filtered {
  /** Its address, if it listens. */
  ready: string | true;
  /** Resolves with the exit code after SIGTERM. */
  stop: () => Promise<number>;
}

/** A process with the system calls that its unit leaves it. It is killed after the test if it still runs. */
async function startFiltered(
  t: TestContext,
  command: string,
  env: Record<string, string>,
): Promise<Filtered> {
  const filters = [...(await readFile(HARDENING, 'utf8')).matchAll(/^SystemCallFilter=(~?)(.+)$/gm)];
  assert.deepEqual(
    filters.map(([, sign]) => sign),
    ['', '~'],
  );
  const [allowed = '', denied = ''] = filters.map(([, , sets = '']) => sets);
  const child = spawn('/usr/bin/python3', [FILTERED, allowed, denied, process.execPath, MAIN, command], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...CLEAN_ENVIRONMENT, VEZNE_CELL: 'test', VEZNE_DRAIN_MS: '0', ...testKeysEnv, ...env },
  });
  const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number);
  t.after(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const reached = await Promise.race([once(child, 'message'), ended]);
  if (!Array.isArray(reached)) throw new Error(`${command} ended before it was ready: ${reached}`);
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  assert.match(status, /^Seccomp:\s+2$/m, 'a filter is in force');
  const [{ ready }] = reached as [{ ready: string | true }];
  return {
    ready,
    async stop() {
      child.kill('SIGTERM');
      return await ended;
    },
  };
}

test('the processes start, serve and stop with the system calls that their units leave them', async (t) => {
  const database = await createTestDatabase(t);
  const directory = await mkdtemp(join(tmpdir(), 'vezne-units-'));
  t.after(async () => await rm(directory, { recursive: true }));
  // With this host the list of interfaces is asked for.
  const listening = {
    VEZNE_HOST: '0.0.0.0',
    VEZNE_PORT: '0',
    VEZNE_CONSOLE_PORT: '0',
    VEZNE_PORTAL_PORT: '0',
  };

  const api = await startFiltered(t, 'api', {
    ...listening,
    VEZNE_API_DATABASE_URL: database.urlOf('vezne_api'),
    VEZNE_PUBLIC_URL: 'https://pay.example',
  });
  const port = new URL(String(api.ready)).port;
  assert.equal((await fetch(`http://127.0.0.1:${port}/readyz`)).status, 200);
  assert.equal(await api.stop(), 0);

  const desk = await startFiltered(t, 'console', {
    ...listening,
    VEZNE_CONSOLE_DATABASE_URL: database.urlOf('vezne_console'),
    VEZNE_CONSOLE_URL: 'https://console.example',
  });
  assert.equal((await fetch(`${desk.ready}/readyz`)).status, 200);
  assert.equal(await desk.stop(), 0);

  const portal = await startFiltered(t, 'portal', {
    ...listening,
    ...testPortalKeysEnv,
    VEZNE_PORTAL_DATABASE_URL: database.urlOf('vezne_portal'),
    VEZNE_PORTAL_URL: 'https://portal.example',
    VEZNE_SMTP_URL: 'smtps://mail.example',
    VEZNE_MAIL_FROM: 'portal@vezne.example',
  });
  assert.equal((await fetch(`${portal.ready}/readyz`)).status, 200);
  assert.equal(await portal.stop(), 0);

  const worker = await startFiltered(t, 'worker', {
    VEZNE_WORKER_DATABASE_URL: database.urlOf('vezne_worker'),
    VEZNE_AUDIT_HEAD_FILE: join(directory, 'heads'),
  });
  assert.equal(await worker.stop(), 0);
});
