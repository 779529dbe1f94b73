import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVENT_TYPES } from '@vezne/domain/transaction-state';
import { listWebhookEndpoints } from '../../../src/db/read/webhooks/endpoints.ts';
import { addWebhookEndpoint } from '../../../src/usecases/webhooks/add.ts';
import {
  disableWebhookEndpoint,
  enableWebhookEndpoint,
  pauseWebhookEndpoint,
  resumeWebhookEndpoint,
  setWebhookEndpoint,
} from '../../../src/usecases/webhooks/change.ts';
import { getWebhookEndpoint } from '../../../src/usecases/webhooks/get.ts';
import { byOne, byTwo } from '../../harness/by-two.ts';
import { insertPartner } from '../../harness/factories.ts';
import { refusedFor } from '../../harness/refusals.ts';
import { auditRows } from '../administration.ts';
import { createHooks } from './hooks.ts';

const USUAL = ['deposit.approved', 'deposit.rejected', 'withdrawal.approved', 'withdrawal.rejected'];

test('a new endpoint is active, and gets the usual four events from now on', async (t) => {
  const { context, owner, partner, add, happens, deliveries } = await createHooks(t);
  await happens();
  const { endpoint, secret } = await add();
  assert.equal(endpoint.status, 'active');
  assert.deepEqual(endpoint.eventTypes.toSorted(), USUAL);
  const later = await happens('withdrawal.rejected');
  await happens('deposit.corrected');
  assert.deepEqual(
    (await deliveries(endpoint.id)).map(({ event }) => event),
    [later],
  );

  const { rows } = await owner.query<{ secret_sealed: string }>('select secret_sealed from webhook_secret');
  const [sealed = ''] = rows.map((row) => row.secret_sealed);
  assert.equal(await context.sealedSecrets.open(sealed), secret);
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  const entry = (await auditRows(owner)).at(-1);
  assert.deepEqual(
    [entry?.actor, entry?.action, entry?.subject_type, entry?.subject_id],
    ['mehmet', 'webhook.add', 'webhook_endpoint', endpoint.id],
  );
  assert.equal(entry?.details['partnerId'], partner.id);
  assert.ok(!JSON.stringify(entry).includes(secret.slice('whsec_'.length)));
});

test('an endpoint may get all events, from the first on', async (t) => {
  const { add, happens, deliveries } = await createHooks(t);
  const before = [await happens(), await happens('deposit.corrected')];
  const { endpoint } = await add({ events: ['all'], sinceBeginning: true });
  assert.deepEqual(endpoint.eventTypes.toSorted(), [...EVENT_TYPES].sort());
  assert.deepEqual(
    (await deliveries(endpoint.id)).map(({ event }) => event),
    before,
  );
});

test('an unknown event, a private address and an address that the partner already uses are refused, and nothing is written', async (t) => {
  const { context, owner, partner, add } = await createHooks(t);
  await add();
  await assert.rejects(
    add({ path: 'other', events: ['all', 'deposit.forgotten'] }),
    refusedFor('event_type_unknown', { name: 'deposit.forgotten' }),
  );
  await assert.rejects(add({ path: 'other', events: [] }), refusedFor('no_event_type_named'));
  await assert.rejects(add(), refusedFor('endpoint_url_taken', { url: 'https://shop.example/hooks' }));
  await assert.rejects(add({ partner: 'Nobody' }), refusedFor('partner_not_found', { named: 'Nobody' }));
  const local = { partner: partner.name, url: 'http://127.0.0.1:4003/hooks' };
  await assert.rejects(
    addWebhookEndpoint(context, { ...local, allowPrivate: false }),
    refusedFor('endpoint_url_invalid', { problem: 'not_https' }),
  );
  assert.equal((await auditRows(owner)).length, 3, 'asked, confirmed, added');
  const { rows } = await owner.query<{ secrets: number }>(
    'select count(*)::int4 as secrets from webhook_secret',
  );
  assert.equal(rows[0]?.secrets, 1);
  const { endpoint } = await byOne(addWebhookEndpoint(context, { ...local, allowPrivate: true }));
  assert.equal(endpoint.url, local.url);
});

test('an endpoint is found by its id, and by its address while only one partner has it', async (t) => {
  const { context, owner, add } = await createHooks(t);
  const { endpoint } = await add();
  const { db } = context;
  assert.equal((await getWebhookEndpoint(db, endpoint.url)).id, endpoint.id);
  const stranger = await insertPartner(owner);
  const { endpoint: theirs } = await add({ partner: stranger.id });
  await assert.rejects(
    getWebhookEndpoint(db, endpoint.url),
    refusedFor('endpoint_ambiguous', { url: endpoint.url }),
  );
  assert.equal((await getWebhookEndpoint(db, theirs.id)).partnerId, stranger.id);
  assert.deepEqual(
    (await listWebhookEndpoints(db, stranger.id)).map(({ id }) => id),
    [theirs.id],
  );
  await assert.rejects(
    getWebhookEndpoint(db, 'https://nobody.example/'),
    refusedFor('endpoint_not_found', { named: 'https://nobody.example/' }),
  );
});

test('the audit log shows old and new addresses and events, and setting the current values writes nothing', async (t) => {
  const { context, owner, pool, add } = await createHooks(t);
  const { endpoint } = await add();
  const other = await add({ path: 'other' });
  const set = async (changes: { url?: string; events?: string[] }) =>
    await setWebhookEndpoint(context, { endpoint: endpoint.id, allowPrivate: false, ...changes });
  await byTwo(
    pool,
    set({ url: 'https://shop.example/v2', events: ['deposit.corrected', 'deposit.approved'] }),
  );
  const again = await byOne(set({ events: ['deposit.approved', 'deposit.corrected', 'deposit.approved'] }));
  assert.equal(again.change, undefined, 'The order of the names says nothing.');
  const changes = (await auditRows(owner)).filter(({ action }) => action === 'webhook.set');
  assert.deepEqual(
    changes.map(({ details: { before, after } }) => ({ before, after })),
    [
      {
        before: { url: endpoint.url, eventTypes: endpoint.eventTypes },
        after: { url: 'https://shop.example/v2', eventTypes: ['deposit.approved', 'deposit.corrected'] },
      },
    ],
  );
  await assert.rejects(set({ url: other.endpoint.url }), refusedFor('endpoint_url_taken'));
  await assert.rejects(set({ url: 'http://shop.example/v3' }), refusedFor('endpoint_url_invalid'));
});

test('a paused endpoint can only be resumed, and a disabled one only enabled', async (t) => {
  const { context, owner, pool, add } = await createHooks(t);
  const { id } = (await add()).endpoint;
  const statusNow = async () => (await getWebhookEndpoint(context.db, id)).status;
  await pauseWebhookEndpoint(context, id);
  assert.equal((await byOne(pauseWebhookEndpoint(context, id))).change, undefined);
  assert.equal(await statusNow(), 'paused');
  await assert.rejects(enableWebhookEndpoint(context, id), refusedFor('endpoint_paused', { endpointId: id }));
  await resumeWebhookEndpoint(context, id);
  assert.equal(await statusNow(), 'active');
  await pauseWebhookEndpoint(context, id);
  await disableWebhookEndpoint(context, id);
  assert.equal(await statusNow(), 'disabled');
  await assert.rejects(
    resumeWebhookEndpoint(context, id),
    refusedFor('endpoint_disabled', { endpointId: id, wanted: 'resume' }),
  );
  await assert.rejects(
    pauseWebhookEndpoint(context, id),
    refusedFor('endpoint_disabled', { endpointId: id, wanted: 'pause' }),
  );
  await byTwo(pool, enableWebhookEndpoint(context, id));
  assert.equal(await statusNow(), 'active');
  assert.deepEqual(
    (await auditRows(owner)).map(({ action }) => action).filter((action) => action.startsWith('webhook.')),
    ['add', 'pause', 'resume', 'pause', 'disable', 'enable'].map((verb) => `webhook.${verb}`),
  );
});

test('an endpoint loses no event from the time when it was paused or disabled', async (t) => {
  const { context, pool, add, happens, tryAll, deliveries } = await createHooks(t);
  const { id } = (await add()).endpoint;
  await disableWebhookEndpoint(context, id);
  const missed = await happens();
  await byTwo(pool, enableWebhookEndpoint(context, id));
  await pauseWebhookEndpoint(context, id);
  const second = await happens();
  assert.deepEqual(
    (await deliveries(id)).map(({ event, state }) => [event, state]),
    [
      [missed, 'pending'],
      [second, 'pending'],
    ],
  );
  await resumeWebhookEndpoint(context, id);
  assert.deepEqual(await tryAll(id, 'delivered'), [missed, second]);
});
