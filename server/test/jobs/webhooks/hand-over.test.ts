/** Endpoints that change hands while something hangs, is locked, or was not heard. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimEndpoints } from '../../../src/db/write/webhooks/own.ts';
import { createOwnedEndpoints } from '../../../src/jobs/webhooks/owned-endpoints.ts';
import { insertEndpoint } from '../../harness/webhook-endpoints.ts';
import { openWebhookSetup, readShares, until } from './webhook-setup.ts';
import type { WebhookSetup } from './webhook-setup.ts';

const OPTIONS = { timeoutMs: 5_000 };
const FIRST = '0190aaaa-0000-7000-8000-000000000001';
const SECOND = '0190aaaa-0000-7000-8000-000000000002';

/** So many endpoints of one partner, in the order of their ids. All have an event to hear of. */
async function addEndpoints(webhooks: WebhookSetup, url: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { id } = await insertEndpoint(webhooks.owner, { ...webhooks, url: `${url}/${index}` });
    ids.push(id);
  }
  await webhooks.addEvent(await webhooks.addDeposit());
  return ids.toSorted();
}

async function arrive({ owner }: WebhookSetup, ...ids: string[]): Promise<void> {
  await owner.query(
    `insert into living_process (id, kind, alive_until) select id, 'worker', now() + interval '2 minutes' from unnest($1::uuid[]) as id`,
    [ids],
  );
}

test('what a stopping worker has let go is taken at once, while one of its endpoints hangs', async (t) => {
  const webhooks = await openWebhookSetup(t);
  const { owner } = webhooks;
  const hanging = await webhooks.startPartnerServer(() => undefined);
  const hung = await insertEndpoint(owner, { ...webhooks, url: hanging.url });
  const server = await webhooks.startPartnerServer();
  await addEndpoints(webhooks, server.url, 9);
  const config = { timeoutMs: 8_000 };
  const services = [webhooks.startService(config)];
  const tell = async (): Promise<string> => await webhooks.addEvent(await webhooks.addDeposit());
  const telling = setInterval(() => void tell(), 300);
  t.after(() => clearInterval(telling));
  await until(() => hanging.received.length > 0);
  services.push(webhooks.startService(config));
  await until(async () => String(await readShares(owner)) === '5,5');
  const { rows } = await owner.query<{ isFirst: boolean }>(
    `select w.owner_id = (select id from living_process order by started_at limit 1) as "isFirst" from webhook_endpoint w where w.id = $1`,
    [hung.id],
  );

  const stopping = services[rows[0]?.isFirst === true ? 0 : 1]?.stop();
  const from = performance.now();
  await until(async () => String(await readShares(owner)) === '9,1', 3_000);
  const eventId = await tell();
  await until(() => server.received.filter((delivery) => delivery.eventId === eventId).length === 9, 3_000);
  assert.ok(performance.now() - from < 6_000, 'the other one still hangs');
  clearInterval(telling);
  await stopping;
});

test('a worker takes again what it owns without knowing, also above its share: nobody else could', async (t) => {
  const webhooks = await openWebhookSetup(t);
  const { owner } = webhooks;
  const [a = '', b = '', c = '', forgotten = ''] = await addEndpoints(webhooks, 'http://127.0.0.1:9', 4);
  await arrive(webhooks, FIRST, SECOND);
  // The first has two and a third whose claim it did not hear of. The second has one. Two each would be fair.
  await owner.query(
    'update webhook_endpoint set owner_id = case when id = $1 then $3::uuid else $2::uuid end, claim_no = 1',
    [c, FIRST, SECOND],
  );
  const claim = async (ownerId: string, ownedIds: string[], except: string[] = []): Promise<string[]> =>
    (await claimEndpoints(owner, { ownerId, ownedIds, except }, OPTIONS)).map(({ endpointId }) => endpointId);
  assert.deepEqual(await claim(SECOND, [c]), []);
  assert.deepEqual(await claim(FIRST, [a, b], [forgotten]), []);
  assert.deepEqual(await claim(FIRST, [a, b]), [forgotten]);
  assert.deepEqual(await claim(FIRST, [a, b, forgotten]), []);
});

test('an endpoint that is lost while others are being released is released too, and a locked one later', async (t) => {
  const webhooks = await openWebhookSetup(t);
  const { owner } = webhooks;
  const [locked = ''] = await addEndpoints(webhooks, 'http://127.0.0.1:9', 3);
  await arrive(webhooks, FIRST);
  const owned = createOwnedEndpoints({
    pool: owner,
    living: {
      id: FIRST,
      isAlive: () => true,
      live: async () => false,
      takeNoMore: async () => {},
      leave: async () => {},
    },
    endpoints: {
      refresh: async () => {},
      get: () => undefined,
      find: async (id) => ({ id, partnerId: webhooks.partnerId, url: 'http://127.0.0.1:9', keys: [] }),
    },
    maxPerEndpoint: 4,
    nowMs: () => 0,
    onFollower: () => {},
  });
  await owned.claim();
  assert.deepEqual(await readShares(owner), [3]);

  const other = await owner.connect();
  await other.query('begin');
  await other.query('select from webhook_endpoint where id = $1 for update', [locked]);
  const [first, ...others] = owned.all();
  assert.ok(first);
  owned.lose(first);
  const releasing = owned.release();
  for (const endpoint of others) owned.lose(endpoint);
  await releasing;
  await owned.release();
  assert.deepEqual(await readShares(owner), [1], 'only the locked one is left');
  await other.query('rollback');
  other.release();
  await owned.release();
  assert.deepEqual(await readShares(owner), [0]);
});
