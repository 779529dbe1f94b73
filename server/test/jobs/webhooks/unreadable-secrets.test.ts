import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { verifyWebhook } from '@vezne/sdk/webhooks/verify';
import type pg from 'pg';
import { captureLog } from '../../harness/log-lines.ts';
import { insertEndpoint, insertEndpointSecret } from '../../harness/webhook-endpoints.ts';
import { openWebhookSetup, readDeliveries, until } from './webhook-setup.ts';

/** From now on it names a version of which no worker has the key. */
const losesNewestSecret = async (owner: pg.Pool): Promise<unknown> =>
  await owner.query(
    'update webhook_secret set key_version = 2 where created_at = (select max(created_at) from webhook_secret)',
  );

suite('a worker without the key of a secret', () => {
  test('signs with the older secret alone, and says so', async (t) => {
    const webhooks = await openWebhookSetup(t);
    const { owner } = webhooks;
    const partner = await webhooks.startPartnerServer();
    const { id, secret: old } = await insertEndpoint(owner, { ...webhooks, url: partner.url });
    const fresh = await insertEndpointSecret(owner, id);
    await losesNewestSecret(owner);
    const { log, lines } = captureLog();
    webhooks.startService({}, log);

    const eventId = await webhooks.addEvent(await webhooks.addDeposit());
    await until(async () => (await readDeliveries(owner))[0]?.state === 'delivered');
    const [webhook = assert.fail()] = partner.received;
    assert.equal(verifyWebhook({ ...webhook, secrets: old }).eventId, eventId);
    assert.throws(() => verifyWebhook({ ...webhook, secrets: fresh }));
    const [line = assert.fail('It is silent.')] = lines('a secret of an endpoint cannot be opened');
    const { alarm, endpointId, signatures } = line;
    assert.deepEqual([alarm, endpointId, signatures], ['webhook_secret_unreadable', id, 1]);
  });

  test('sends nothing where there is no other, and other endpoints go on', async (t) => {
    const webhooks = await openWebhookSetup(t);
    const { owner } = webhooks;
    const [unsigned, signed] = [await webhooks.startPartnerServer(), await webhooks.startPartnerServer()];
    await insertEndpoint(owner, { ...webhooks, url: signed.url });
    const { id } = await insertEndpoint(owner, { ...webhooks, url: unsigned.url });
    await losesNewestSecret(owner);
    const { log, lines } = captureLog();
    webhooks.startService({}, log);

    await webhooks.addEvent(await webhooks.addDeposit());
    await until(() => signed.received.length === 1);
    await sleep(500);
    assert.deepEqual(unsigned.received, []);
    const [line = assert.fail('It is silent.')] = lines('a secret of an endpoint cannot be opened');
    assert.deepEqual([line['endpointId'], line['signatures']], [id, 0]);
  });
});
