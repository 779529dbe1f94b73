import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createVezneClient, signedWebhookHeaders } from '@vezne/sdk';
import type { VezneClient, WebhookEvent } from '@vezne/sdk';
import { startApiProcess } from '../../../server/test/harness/api-process.ts';
import type { ApiProcess } from '../../../server/test/harness/api-process.ts';
import { openDesk } from '../../../server/test/harness/desk.ts';
import type { Desk } from '../../../server/test/harness/desk.ts';
import type { PartnerOptions } from '../../../server/test/harness/factories.ts';
import { claimPorts } from '../../../tools/ports/claim.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

/** Made up for tests. */
export const SECRET = 'whsec_dGhpcnR5LXR3byBieXRlcyBvZiBhIHNlY3JldCE=';
export const OTHER_SECRET = 'whsec_YW5vdGhlciBzZWNyZXQgb2YgMzIgYnl0ZXMhISE=';

/** The shop and the service, each as its own process, with operators who decide. */
export interface World {
  desk: Desk;
  vezne: VezneClient;
  shopUrl: () => string;
  api: () => ApiProcess;
  killApi(): Promise<void>;
  /** Starts a new api process at the old address. */
  restartApi(): Promise<void>;
  killShop(): Promise<void>;
  restartShop(): Promise<void>;
}

export async function openWorld(
  t: TestContext,
  env: (desk: Desk, apiUrl: string) => Promise<Record<string, string>> = async () => ({}),
  partner: PartnerOptions = {},
): Promise<World> {
  // A credit line, so every payout can be authorised: these tests are not about the partner's balance.
  const desk = await openDesk(t, partner);
  await desk.owner.query('update partner set credit_line_cents = 100000000');
  const port = String(await claimPorts());
  const apiUrl = `http://127.0.0.1:${port}`;
  let api = await startApiProcess(t, desk.database, { VEZNE_PORT: port, ...(await env(desk, apiUrl)) });
  const { apiKey, apiSecret, hashSecret } = desk.partner;
  const folder = await mkdtemp(join(tmpdir(), 'vezne-shop-'));
  const shops: ShopProcess[] = [];
  // Hooks run in the order in which they were made: one for the folder alone would remove it while the shop writes there.
  t.after(async () => {
    await Promise.all(shops.map(kill));
    await rm(folder, { recursive: true, force: true });
  });
  const start = async (): Promise<ShopProcess> => {
    const started = await startShop({
      SHOP_PORT: '0',
      SHOP_DATABASE: join(folder, 'shop.sqlite'),
      // Short enough for a test.
      SHOP_RESEND_MS: '200',
      VEZNE_URL: apiUrl,
      VEZNE_API_KEY: apiKey,
      VEZNE_API_SECRET: apiSecret,
      VEZNE_HASH_SECRET: hashSecret,
      VEZNE_WEBHOOK_SECRET: SECRET,
    });
    shops.push(started);
    return started;
  };
  let shop = await start();
  return {
    desk,
    vezne: createVezneClient({ baseUrl: api.url, apiKey, apiSecret, hashSecret }),
    shopUrl: () => shop.url,
    api: () => api,
    async killApi() {
      api.child.kill('SIGKILL');
      await api.ended;
    },
    async restartApi() {
      api = await startApiProcess(t, desk.database, { VEZNE_PORT: port });
    },
    killShop: async () => await kill(shop),
    async restartShop() {
      shop = await start();
    },
  };
}

interface ShopProcess {
  url: string;
  child: ChildProcess;
  ended: Promise<unknown>;
}

/** The end of what it said explains a failed start. */
const LOG_END_CHARACTERS = 4_096;

/** Ends with the process that started it, whose channel it holds. */
async function startShop(env: Record<string, string>): Promise<ShopProcess> {
  const child = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { PATH: process.env['PATH'], ...env },
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-LOG_END_CHARACTERS);
    if (process.env['TEST_LOG'] !== undefined) process.stderr.write(text);
  });
  const ended = once(child, 'close');
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [{ ready: string } | number];
  if (typeof message !== 'object')
    throw new Error(`The shop ended before it was ready (${message}):\n${said}`);
  return { url: message.ready, child, ended };
}

async function kill({ child, ended }: ShopProcess): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}

/** What the service has decided so far, the latest last. */
export async function eventsOf({ vezne }: World): Promise<WebhookEvent[]> {
  const { events } = await vezne.listEvents({ limit: 250, corrections: true });
  return events;
}

export async function lastEvent(world: World): Promise<WebhookEvent> {
  return (await eventsOf(world)).at(-1) ?? assert.fail('There is no event.');
}

/** Sends an event as the service would, or as an attacker would. */
export async function deliver(
  { shopUrl }: World,
  event: WebhookEvent,
  options: { secret?: string; nowMs?: number; body?: string; headers?: Record<string, string> } = {},
): Promise<number> {
  const body = JSON.stringify(event);
  const signed = signedWebhookHeaders({
    id: event.eventId,
    body,
    secrets: options.secret ?? SECRET,
    nowMs: options.nowMs ?? Date.now(),
  });
  const response = await fetch(`${shopUrl()}/webhooks/vezne`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(options.headers ?? signed) },
    body: options.body ?? body,
  });
  await response.arrayBuffer();
  return response.status;
}
