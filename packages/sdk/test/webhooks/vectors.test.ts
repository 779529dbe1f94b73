import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { signWebhook } from '@vezne/sdk/webhooks/signature';
import { verifyWebhook } from '@vezne/sdk/webhooks/verify';
import { problemOf } from './sample-webhook.ts';

type Vector = {
  id: string;
  secrets: string[];
  webhookId: string | null;
  svcEventId: string | null;
  timestamp: string;
  receivedAt: number;
  body: string;
  bodyBase64: string;
  signature: string;
  valid: boolean;
};

const vectorsFolder = new URL('../../vectors/', import.meta.url);
const { vectors } = JSON.parse(readFileSync(new URL('webhook-signature.json', vectorsFolder), 'utf8')) as {
  vectors: Vector[];
};

function judge(vector: Vector, body: string | Uint8Array) {
  const headers = {
    'webhook-id': vector.webhookId ?? undefined,
    'x-svc-event-id': vector.svcEventId ?? undefined,
    'webhook-timestamp': vector.timestamp,
    'webhook-signature': vector.signature,
  };
  return verifyWebhook({ headers, body, secrets: vector.secrets, nowMs: vector.receivedAt * 1000 });
}

test('every published vector is verified as it says', async (t) => {
  assert.ok(vectors.filter((vector) => vector.valid).length >= 20);
  assert.ok(vectors.filter((vector) => !vector.valid).length >= 20);
  for (const vector of vectors) {
    await t.test(vector.id, () => {
      for (const body of [vector.body, Buffer.from(vector.bodyBase64, 'base64')]) {
        if (vector.valid) assert.deepEqual(judge(vector, body), JSON.parse(vector.body));
        else problemOf(() => judge(vector, body));
      }
    });
  }
});

test('every valid vector with one secret and one signature is signed as it says', () => {
  const plain = vectors.filter(
    ({ valid, secrets, signature }) => valid && secrets.length === 1 && !signature.includes(' '),
  );
  assert.ok(plain.length >= 10);
  for (const { id, webhookId, svcEventId, timestamp, body, secrets, signature } of plain) {
    const [secret = ''] = secrets;
    assert.equal(signWebhook({ id: webhookId ?? svcEventId ?? '', timestamp, body, secret }), signature, id);
  }
});

test('an implementation in another language, on its own standard library, agrees on every vector', () => {
  const output = execFileSync('python3', [fileURLToPath(new URL('check_webhooks.py', vectorsFolder))], {
    encoding: 'utf8',
  });
  assert.equal(output, `${vectors.length} vectors checked, 0 differences\n`);
});
