import { once } from 'node:events';
import { createServer } from 'node:http';
import type { TestContext } from 'node:test';
import { Secret } from 'otpauth';
import { systemClock } from '../../../src/clock.ts';
import { send } from '../../harness/client.ts';
import type { Answer, RawRequest } from '../../harness/client.ts';
import { Browser, CONSOLE_URL } from '../../harness/console.ts';
import type { ConsoleAnswer } from '../../harness/console.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { startDatabaseProxy } from '../../harness/database-proxy.ts';
import { until } from '../../harness/expectations.ts';
import { insertBankAccount, insertPartner } from '../../harness/factories.ts';
import { testKeysEnv, testPortalKeysEnv } from '../../harness/keys.ts';
import { PORTAL_URL, PortalBrowser } from '../../harness/portal.ts';
import { insertPerson } from '../../harness/staff.ts';
import { insertEndpoint } from '../../harness/webhook-endpoints.ts';
import type { Canary } from './needles.ts';
import { keepWal } from './places.ts';
import { startTalkative } from './talkative.ts';

/** Everything as in production, but for the times: the processes, a proxy before each's database, and a partner who takes no webhook. */
export async function openWorld(t: TestContext) {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const walBegin = await keepWal(t, database);
  const partner = await insertPartner(owner);
  const bankAccount = await insertBankAccount(owner);
  const receiver = await startReceiver(t);
  const endpoint = await insertEndpoint(owner, { partnerId: partner.id, url: receiver.url });
  const operator = await insertPerson(owner, { roles: ['operator'] });
  const secrets = new Map<string, Canary>();
  const keep = (name: string, value: string | Buffer | undefined): void => {
    if (value !== undefined && value.length >= 8)
      secrets.set(`${name} ${value.toString('latin1' as 'hex')}`, { name, value });
  };
  keep('api secret', partner.apiSecret);
  keep('api secret', Buffer.from(partner.apiSecret.slice(4), 'base64url'));
  keep('hash secret', partner.hashSecret);
  keep('hash secret', Buffer.from(partner.hashSecret.slice(4), 'base64url'));
  keep('webhook secret', endpoint.secret);
  keep('webhook secret', Buffer.from(endpoint.secret.slice('whsec_'.length), 'base64'));
  for (const [name, value] of Object.entries({ ...testKeysEnv, ...testPortalKeysEnv })) {
    const key = value.replace(/^1:/, '');
    keep(name, key);
    keep(name, Buffer.from(key, 'base64'));
  }
  keep('password', operator.password);
  keep('secret of an app', operator.totpSecret);
  keep('secret of an app', Buffer.from(Secret.fromBase32(operator.totpSecret).bytes));
  for (const code of operator.recoveryCodes) keep('recovery code', code);
  keep('password of a role', new URL(database.urlOf('vezne_api')).password);

  const proxies = {
    api: await startDatabaseProxy(t, database.urlOf('vezne_api')),
    console: await startDatabaseProxy(t, database.urlOf('vezne_console')),
    portal: await startDatabaseProxy(t, database.urlOf('vezne_portal')),
    worker: await startDatabaseProxy(t, database.urlOf('vezne_worker')),
  };
  const [api, console, portal, worker] = await Promise.all([
    startTalkative(t, 'api', {
      VEZNE_ENV: 'development',
      VEZNE_API_DATABASE_URL: proxies.api.url,
      VEZNE_PUBLIC_URL: 'https://pay.example',
      VEZNE_PORT: '0',
      VEZNE_CREATE_BOUND_MS: '1000',
      VEZNE_REQUESTS_PER_SECOND: '100000',
      VEZNE_FAILED_AUTHENTICATIONS_PER_SECOND: '100000',
      VEZNE_DRAIN_MS: '50',
    }),
    startTalkative(t, 'console', {
      VEZNE_ENV: 'production',
      VEZNE_CONSOLE_DATABASE_URL: proxies.console.url,
      VEZNE_CONSOLE_URL: CONSOLE_URL,
      VEZNE_PORTAL_URL: PORTAL_URL,
      VEZNE_CONSOLE_PORT: '0',
      VEZNE_TRUSTED_PROXIES: '127.0.0.1',
      VEZNE_DRAIN_MS: '50',
    }),
    startTalkative(t, 'portal', {
      ...testPortalKeysEnv,
      // There the link of an invitation is in the answer to whoever invites.
      VEZNE_ENV: 'development',
      VEZNE_PORTAL_DATABASE_URL: proxies.portal.url,
      VEZNE_PORTAL_URL: PORTAL_URL,
      VEZNE_PORTAL_PORT: '0',
      VEZNE_TRUSTED_PROXIES: '127.0.0.1',
      VEZNE_DRAIN_MS: '50',
    }),
    startTalkative(t, 'worker', {
      VEZNE_ENV: 'development',
      VEZNE_WORKER_DATABASE_URL: proxies.worker.url,
      VEZNE_WEBHOOK_SCHEDULE_MS: Array.from({ length: 100 }, () => '200').join(','),
    }),
  ]);

  const errors: string[] = [];
  const noteApi = (answer: Answer): Answer => {
    if (answer.status >= 400) errors.push(JSON.stringify(answer.headers), answer.text);
    return answer;
  };
  const browsers: (Browser | PortalBrowser)[] = [];
  const noteConsole = (answer: ConsoleAnswer): ConsoleAnswer => {
    if (answer.status >= 400) errors.push(JSON.stringify([...answer.headers]), answer.text);
    for (const browser of browsers)
      for (const token of browser.cookies.values()) {
        keep('cookie', token);
        keep('cookie', Buffer.from(token, 'base64url'));
      }
    return answer;
  };
  return {
    database,
    owner,
    walBegin,
    partner,
    bankAccount,
    operator,
    secrets,
    keep,
    errors,
    api,
    console,
    portal,
    proxies: Object.values(proxies),
    processes: [api, console, portal, worker],
    /** To the api, as a partner or a stranger. */
    ask: async (raw: RawRequest): Promise<Answer> => {
      const signature = raw.headers?.['x-signature'];
      if (typeof signature === 'string' && /^[0-9a-f]{64}$/.test(signature)) keep('signature', signature);
      return noteApi(await send(api.url, raw));
    },
    /** The player's own page repeats its address and what the player typed, to whoever has the address. */
    askPage: async (raw: RawRequest): Promise<Answer> => await send(api.url, raw),
    noteConsole,
    notePortal: noteConsole,
    portalBrowser(): PortalBrowser {
      const browser = new PortalBrowser(portal.url, systemClock);
      browsers.push(browser);
      return browser;
    },
    browser(): Browser {
      const browser = new Browser(console.url, systemClock);
      browsers.push(browser);
      return browser;
    },
    /** Until the partner has taken what it was told, which it refuses at first. */
    async told(): Promise<void> {
      await until(
        async () => await Promise.resolve(receiver.signatures),
        ({ length }) => length > receiver.refusals + 1,
      );
      for (const signature of receiver.signatures) keep('signature of a webhook', signature);
    },
  };
}

export type World = Awaited<ReturnType<typeof openWorld>>;

async function startReceiver(
  t: TestContext,
): Promise<{ url: string; refusals: number; signatures: string[] }> {
  const refusals = 2;
  const signatures: string[] = [];
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      const [, signature = ''] = String(request.headers['webhook-signature']).split(',');
      signatures.push(signature);
      response.writeHead(signatures.length > refusals ? 204 : 500).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/hook`,
    refusals,
    signatures,
  };
}
