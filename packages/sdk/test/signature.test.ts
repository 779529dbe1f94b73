import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { canonicalBytes, signedHeaders, signRequest, verifyRequestSignature } from '@vezne/sdk/signature';
import * as fc from 'fast-check';

type Vector = {
  id: string;
  credentials: { apiKey: string; apiSecret: string; hashSecret: string };
  timestamp: string;
  method: string;
  path: string;
  body: string | null;
  bodyBase64: string;
  bodyRepeat: number;
  canonicalBase64: string | null;
  canonicalSha256: string;
  signature: string;
  valid: boolean;
};

const vectorsFolder = new URL('../vectors/', import.meta.url);
const { vectors } = JSON.parse(readFileSync(new URL('request-signature.json', vectorsFolder), 'utf8')) as {
  vectors: Vector[];
};

function asRequest(vector: Vector) {
  const once = Buffer.from(vector.bodyBase64, 'base64');
  return {
    timestamp: vector.timestamp,
    method: vector.method,
    path: vector.path,
    body: Buffer.concat(Array.from({ length: vector.bodyRepeat }, () => once)),
    apiSecret: vector.credentials.apiSecret,
    hashSecret: vector.credentials.hashSecret,
  };
}

const request = {
  timestamp: '1790000000',
  method: 'POST',
  path: '/v1/deposits',
  body: '{"amount":"1000.00"}',
  apiSecret: 'api secret',
  hashSecret: 'hash secret',
};
const signature = signRequest(request);

test('every published vector is signed and verified as it says', async (t) => {
  assert.ok(vectors.filter((vector) => vector.valid).length >= 20);
  assert.ok(vectors.filter((vector) => !vector.valid).length >= 20);
  for (const vector of vectors) {
    await t.test(vector.id, () => {
      const received = asRequest(vector);
      const canonical = canonicalBytes(received);
      assert.equal(createHash('sha256').update(canonical).digest('hex'), vector.canonicalSha256);
      if (vector.canonicalBase64 !== null) {
        assert.equal(Buffer.from(canonical).toString('base64'), vector.canonicalBase64);
      }
      assert.equal(signRequest(received) === vector.signature, vector.valid);
      assert.equal(verifyRequestSignature({ ...received, signature: vector.signature }), vector.valid);
    });
  }
});

test('a body given as text is signed like its UTF-8 bytes', () => {
  for (const vector of vectors) {
    if (vector.body !== null) {
      const received = asRequest(vector);
      const asText = { ...received, body: vector.body.repeat(vector.bodyRepeat) };
      assert.equal(signRequest(asText), signRequest(received), vector.id);
      assert.deepEqual(canonicalBytes(asText), canonicalBytes(received), vector.id);
    }
  }
});

test('an implementation in another language, on its own standard library, agrees on every vector', () => {
  const output = execFileSync('python3', [fileURLToPath(new URL('check.py', vectorsFolder))], {
    encoding: 'utf8',
  });
  assert.equal(output, `${vectors.length} vectors checked, 0 differences\n`);
});

test('every prefix of a signature, and a longer one, is refused', () => {
  for (let length = 0; length < signature.length; length++) {
    assert.equal(verifyRequestSignature({ ...request, signature: signature.slice(0, length) }), false);
  }
  for (const extra of ['0', '00', ' ', '\n', '\0', 'g', signature]) {
    assert.equal(verifyRequestSignature({ ...request, signature: signature + extra }), false);
    assert.equal(verifyRequestSignature({ ...request, signature: extra + signature }), false);
  }
  assert.equal(verifyRequestSignature({ ...request, signature }), true);
});

test('a change of any one of the 256 bits is refused', () => {
  for (let bit = 0; bit < 256; bit++) {
    const bytes = Buffer.from(signature, 'hex');
    bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    assert.equal(verifyRequestSignature({ ...request, signature: bytes.toString('hex') }), false);
  }
});

test('a digit in upper case is refused, wherever it stands', () => {
  const letters = [...signature.matchAll(/[a-f]/g)];
  assert.ok(letters.length > 0);
  for (const { index } of letters) {
    const changed =
      signature.slice(0, index) + signature.charAt(index).toUpperCase() + signature.slice(index + 1);
    assert.equal(verifyRequestSignature({ ...request, signature: changed }), false);
  }
  assert.equal(verifyRequestSignature({ ...request, signature: signature.toUpperCase() }), false);
});

test('any text in place of a signature is refused without an exception', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 130 }), (written) => {
      fc.pre(written !== signature);
      assert.equal(verifyRequestSignature({ ...request, signature: written }), false);
    }),
  );
});

test('verification never throws, whatever bytes a sender puts into the request', () => {
  const anything = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(anything, anything, anything, fc.uint8Array(), (timestamp, method, path, body) => {
      const received = { ...request, timestamp, method, path, body };
      assert.equal(verifyRequestSignature({ ...received, signature: signRequest(received) }), true);
      assert.equal(verifyRequestSignature({ ...received, signature: '0'.repeat(64) }), false);
    }),
  );
});

const part = fc.string({ unit: 'grapheme-ascii' }).map((text) => text.replaceAll('.', ''));
const parts = fc.record({
  timestamp: part,
  method: part.map((text) => text.toUpperCase()),
  path: part,
  body: part,
  hashSecret: part,
});

test('requests whose parts have no dots share a signature only if they are equal', () => {
  fc.assert(
    fc.property(parts, parts, (one, other) => {
      const isEqual = JSON.stringify(one) === JSON.stringify(other);
      const sameSignature =
        signRequest({ ...one, apiSecret: 'k' }) === signRequest({ ...other, apiSecret: 'k' });
      assert.equal(sameSignature, isEqual);
    }),
  );
});

test('a change of any one part, with or without dots, changes the signature', () => {
  const names = ['timestamp', 'method', 'path', 'body', 'apiSecret', 'hashSecret'] as const;
  const text = fc.string({ unit: 'grapheme' }).map((written) => written.toUpperCase());
  fc.assert(
    fc.property(fc.constantFrom(...names), text, (name, value) => {
      fc.pre(value !== request[name]);
      assert.notEqual(signRequest({ ...request, [name]: value }), signature);
    }),
  );
});

test('two neighbouring parts that exchange a dot have the same signature, as documented', () => {
  // Dots are not escaped. The server prevents misuse: none of its exact paths contains a dot, and a query excludes a body.
  const one = signRequest({ ...request, path: '/v1/a', body: 'b.c' });
  const other = signRequest({ ...request, path: '/v1/a.b', body: 'c' });
  assert.equal(one, other);
});

test('a method in lower case is signed in upper case', () => {
  assert.equal(signRequest({ ...request, method: 'post' }), signature);
});

test('a client gets the three headers, with the time in whole seconds', () => {
  const { timestamp: _, ...unsigned } = request;
  assert.deepEqual(signedHeaders({ ...unsigned, apiKey: 'pk', nowMs: 1_790_000_000_999 }), {
    'X-Api-Key': 'pk',
    'X-Timestamp': '1790000000',
    'X-Signature': signature,
  });
});

test('without a given time the headers contain the current time and verify', () => {
  const before = Math.floor(Date.now() / 1000);
  const { timestamp: _, ...unsigned } = request;
  const headers = signedHeaders({ ...unsigned, apiKey: 'pk' });
  const timestamp = headers['X-Timestamp'];
  assert.match(timestamp, /^[0-9]+$/);
  assert.ok(Number(timestamp) >= before && Number(timestamp) <= Date.now() / 1000);
  assert.equal(verifyRequestSignature({ ...request, timestamp, signature: headers['X-Signature'] }), true);
});
