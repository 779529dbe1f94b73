import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signWebhook } from '@vezne/sdk/webhooks/signature';
import { verifyWebhook } from '@vezne/sdk/webhooks/verify';
import { asSent, BODY, EVENT, OTHER_SECRET, problemOf, SECRET } from './sample-webhook.ts';

const NOW_MS = 1_794_735_000_000;

test('a webhook that the service signed is accepted, and returns its event', () => {
  const { headers, body } = asSent();
  assert.deepEqual(verifyWebhook({ headers, body, secrets: SECRET }), EVENT);
  assert.deepEqual(verifyWebhook({ headers, body: Buffer.from(body), secrets: SECRET }), EVENT);
  assert.deepEqual(verifyWebhook({ headers: new Headers(headers), body, secrets: [SECRET] }), EVENT);
});

test('headers are found in upper and lower case', () => {
  const { headers, body } = asSent();
  const upper = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
  );
  assert.deepEqual(verifyWebhook({ headers: upper, body, secrets: SECRET }), EVENT);
});

test('with X-Svc-Event-Id alone, the event’s id is read from it', () => {
  const { headers, body } = asSent();
  const { 'webhook-id': _, ...others } = headers;
  assert.deepEqual(verifyWebhook({ headers: others, body, secrets: SECRET }), EVENT);
});

test('during a rotation, the old secret and the new one are accepted on either side', () => {
  const signedByBoth = asSent(EVENT, { secrets: [OTHER_SECRET, SECRET] });
  assert.equal(signedByBoth.headers['webhook-signature']?.split(' ').length, 2);
  for (const secrets of [SECRET, OTHER_SECRET, [SECRET, OTHER_SECRET]]) {
    assert.deepEqual(verifyWebhook({ ...signedByBoth, secrets }), EVENT);
  }
  assert.deepEqual(verifyWebhook({ ...asSent(), secrets: [OTHER_SECRET, SECRET] }), EVENT);
});

test('a signature of a future version, beside a known one, does no harm', () => {
  const { headers, body } = asSent();
  const signatures = `v2,c29tZXRoaW5nIGVsc2U= v1a,YXN5bW1ldHJpYw== ${headers['webhook-signature']}`;
  assert.deepEqual(
    verifyWebhook({ headers: { ...headers, 'webhook-signature': signatures }, body, secrets: SECRET }),
    EVENT,
  );
});

test('the clocks may differ by 300 seconds in both directions, and no more', () => {
  const { headers, body } = asSent(EVENT, { nowMs: NOW_MS });
  const at = (nowMs: number) => () => verifyWebhook({ headers, body, secrets: SECRET, nowMs });
  assert.deepEqual(at(NOW_MS + 300_999)(), EVENT);
  assert.deepEqual(at(NOW_MS - 300_000)(), EVENT);
  assert.equal(problemOf(at(NOW_MS + 301_000)).code, 'timestamp_too_old');
  assert.equal(problemOf(at(NOW_MS - 300_001)).code, 'timestamp_too_new');
  assert.deepEqual(
    verifyWebhook({ headers, body, secrets: SECRET, nowMs: NOW_MS + 900_000, toleranceSeconds: 900 }),
    EVENT,
  );
});

test('a tolerance that is not a number of seconds is refused, instead of accepting every age', () => {
  const { headers, body } = asSent(EVENT, { nowMs: NOW_MS });
  for (const toleranceSeconds of [Number.NaN, Number.POSITIVE_INFINITY, -1]) {
    const options = { headers, body, secrets: SECRET, nowMs: NOW_MS + 900_000_000, toleranceSeconds };
    assert.throws(() => verifyWebhook(options), TypeError);
  }
});

test('a change of any one bit of the body is refused', () => {
  const { headers } = asSent();
  const bytes = Buffer.from(BODY);
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const body = flipped(bytes, bit);
    const { code } = problemOf(() => verifyWebhook({ headers, body, secrets: SECRET }));
    // A changed space or letter case could give the same fields, but our body has neither outside of texts.
    assert.equal(code, 'signature_mismatch', `bit ${bit}`);
  }
});

for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
  test(`a change of any one bit of ${name} is refused`, () => {
    const { headers, body } = asSent();
    const { 'X-Svc-Event-Id': _, ...others } = headers;
    const bytes = Buffer.from(headers[name] ?? assert.fail(), 'latin1');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = { ...others, [name]: flipped(bytes, bit).toString('latin1') };
      problemOf(() => verifyWebhook({ headers: changed, body, secrets: SECRET }));
    }
  });
}

test('every prefix of a signature, and a longer one, is refused', () => {
  const { headers, body } = asSent();
  const signature = headers['webhook-signature'] ?? assert.fail();
  const others = [signature.slice(3), `${signature}=`, `${signature}A`, ` ,${signature}`, `${signature},`];
  for (let length = 0; length < signature.length; length++) others.push(signature.slice(0, length));
  for (const other of others) {
    problemOf(() =>
      verifyWebhook({ headers: { ...headers, 'webhook-signature': other }, body, secrets: SECRET }),
    );
  }
});

test('parts that exchange a dot are not accepted for one another', () => {
  // Dots are not escaped, so these two have the same signature. An id with a dot is never accepted.
  const timestamp = String(NOW_MS / 1000);
  const one = { id: `evt_1.${timestamp}`, timestamp, body: BODY };
  const other = { id: 'evt_1', timestamp, body: `${timestamp}.${BODY}` };
  const signature = signWebhook({ ...one, secret: SECRET });
  assert.equal(signature, signWebhook({ ...other, secret: SECRET }));
  for (const { id, body } of [one, other]) {
    const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
    problemOf(() => verifyWebhook({ headers, body, secrets: SECRET, nowMs: NOW_MS }));
  }
  const dotted = asSent({ ...EVENT, eventId: 'evt_1.2' });
  assert.equal(problemOf(() => verifyWebhook({ ...dotted, secrets: SECRET })).code, 'header_malformed');
});

function flipped(bytes: Buffer, bit: number): Buffer {
  const changed = Buffer.from(bytes);
  changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
  return changed;
}
