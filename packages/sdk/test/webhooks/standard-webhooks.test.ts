import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { signWebhook } from '@vezne/sdk/webhooks/signature';
import { verifyWebhook } from '@vezne/sdk/webhooks/verify';
import { anEvent, asSent, OTHER_SECRET, SECRET } from './sample-webhook.ts';

/** Enough for every remainder in the base64 of a key, and every size that the specification allows. */
const SECRETS = Array.from(
  { length: 41 },
  (_, index) => `whsec_${randomBytes(24 + index).toString('base64')}`,
);

const TURKISH = { externalReference: 'sipariş-İı-€-𝄞' };

test('the published library of Standard Webhooks accepts what we sign', () => {
  for (const [number, secret] of SECRETS.entries()) {
    const event = { ...anEvent(number), ...TURKISH };
    const { headers, body } = asSent(event, { secrets: secret });
    assert.deepEqual(new Webhook(secret).verify(body, headers), event);
    assert.throws(() => new Webhook(secret).verify(`${body} `, headers), /No matching signature/);
    assert.throws(() => new Webhook(OTHER_SECRET).verify(body, headers), /No matching signature/);
  }
});

test('we accept what the published library signs', () => {
  for (const [number, secret] of SECRETS.entries()) {
    const event = { ...anEvent(number), ...TURKISH };
    const body = JSON.stringify(event);
    const now = new Date();
    const signature = new Webhook(secret).sign(event.eventId, now, body);
    const timestamp = String(Math.floor(now.getTime() / 1000));
    assert.equal(signature, signWebhook({ id: event.eventId, timestamp, body, secret }));
    const headers = {
      'webhook-id': event.eventId,
      'webhook-timestamp': timestamp,
      'webhook-signature': signature,
    };
    assert.deepEqual(verifyWebhook({ headers, body, secrets: secret }), event);
  }
});

test('during a rotation, the published library accepts our webhooks with either secret', () => {
  const { headers, body } = asSent(anEvent(1), { secrets: [SECRET, OTHER_SECRET] });
  assert.deepEqual(new Webhook(SECRET).verify(body, headers), anEvent(1));
  assert.deepEqual(new Webhook(OTHER_SECRET).verify(body, headers), anEvent(1));
});
