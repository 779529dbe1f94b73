import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { suite, test } from 'node:test';
import { API_ERRORS } from '@vezne/contract/partner/errors';
import { MISTAKES } from '../../../../src/http/partner/signing-mistakes/mistakes.ts';
import { needsSecret } from '../../../../src/http/partner/signing-mistakes/needs-secret.ts';
import { rightRecipe } from '../../../../src/http/partner/signing-mistakes/recipe.ts';
import { send, sign } from '../../../harness/client.ts';
import type { Answer, RawRequest } from '../../../harness/client.ts';
import { assertCreated, assertRefused } from '../../../harness/expectations.ts';
import { depositBody } from '../../../harness/factories.ts';
import { PLANTED, PLANTED_PAIRS, plantedRequest } from './planted.ts';
import type { Signing } from './planted.ts';
import { openWorld } from './world.ts';

function textOf(answer: Answer): string {
  return assertRefused(answer, 'signature_invalid').error;
}

function withHeader(request: RawRequest, name: string, value: string): RawRequest {
  return { ...request, headers: { ...request.headers, [name]: value } };
}

suite('a wrong signature in development', { concurrency: 4 }, () => {
  test('is answered with the mistake that explains it, and what to do instead, for each of the usual ones', async (t) => {
    const world = await openWorld(t);
    for (const planted of PLANTED) {
      const what = [planted.mistake, planted.how].join(' ');
      const text = textOf(await send(world.url, plantedRequest(planted, world)));
      assert.match(text, /^The signature is not valid: /, what);
      assert.match(text, planted.says, what);
      assert.doesNotMatch(text, /Also,/, `${what}: one mistake has one sentence`);
      for (const secret of [world.partner.apiSecret, world.partner.hashSecret, world.other.apiSecret]) {
        assert.ok(!text.includes(secret.slice(4)), what);
      }
    }
  });

  test('has a planted mistake for every row of the tables', () => {
    // This one needs a public address with a path, and has a test of its own.
    const planted = new Set([...PLANTED.map(({ mistake }) => mistake), 'prefix_signed']);
    assert.deepEqual([...planted].toSorted(), MISTAKES.map(({ name }) => name).toSorted());
    assert.ok(planted.size >= 14);
  });

  test('is answered with two mistakes, if only two together explain it', async (t) => {
    for (const planted of PLANTED_PAIRS) {
      // Each has an api of its own: one looks for a few pairs in a second and no more.
      const world = await openWorld(t);
      const text = textOf(await send(world.url, plantedRequest(planted, world)));
      assert.match(text, /Also, /, planted.how);
      for (const says of planted.says) assert.match(text, says, planted.how);
    }
  });

  test('is answered as ever if nothing usual explains it, or the key is not known', async (t) => {
    const world = await openWorld(t);
    const request = sign(world.partner, { path: '/v1/deposits', body: depositBody() });
    const catalogue = API_ERRORS.signature_invalid.error;
    assert.equal(
      textOf(await send(world.url, withHeader(request, 'x-signature', '0'.repeat(64)))),
      catalogue,
    );
    const [planted = assert.fail()] = PLANTED;
    const stranger = { ...world, partner: { ...world.partner, apiKey: `vzk_test_${'0'.repeat(26)}` } };
    assert.equal(textOf(await send(world.url, plantedRequest(planted, stranger))), catalogue);
  });

  test('is answered as ever if it needs no secret: others would learn which keys there are', async (t) => {
    for (const signature of [
      ({ apiKey, timestamp, method, path, body }: Signing) =>
        createHmac('sha256', apiKey).update([timestamp, method, path, body].join('.')).digest('hex'),
      ({ apiKey, timestamp, method, path, body }: Signing) =>
        createHmac('sha256', apiKey).update([timestamp, method, path, body, ''].join('.')).digest('hex'),
    ]) {
      // Each has an api of its own, with all of its budget.
      const world = await openWorld(t);
      const request = plantedRequest({ request: 'balance', signature }, world);
      assert.equal(textOf(await send(world.url, request)), API_ERRORS.signature_invalid.error);
    }
  });

  test('names no single mistake that needs no secret', () => {
    const triple = { apiKey: 'vzk_k', apiSecret: 'vzs_SECRET1', hashSecret: 'vzh_SECRET2' };
    const other = { apiKey: 'vzk_o', apiSecret: 'vzs_SECRET3', hashSecret: 'vzh_SECRET4' };
    const facts = { ...triple, origins: ['https://pay.example'], prefix: '/bank', otherTriples: [other] };
    const parts = { timestamp: '1', method: 'POST', path: '/v1/a?b=c&a=d', hashSecret: triple.hashSecret };
    for (const body of ['', '{"ü":"/"}']) {
      const right = rightRecipe({ ...parts, body }, triple.apiSecret);
      for (const { name, attempts } of MISTAKES)
        for (const { recipe } of attempts(right, facts)) assert.ok(needsSecret(recipe, facts), name);
    }
  });

  test('names the prefix of the public address that was signed', async (t) => {
    const world = await openWorld(t, { publicUrl: 'https://pay.example/bank' });
    const text = textOf(
      await send(
        world.url,
        plantedRequest(
          {
            request: 'balance',
            signature: ({ timestamp, method, path, hashSecret, apiSecret }) =>
              createHmac('sha256', apiSecret)
                .update([timestamp, method, `/bank${path}`, '', hashSecret].join('.'))
                .digest('hex'),
          },
          world,
        ),
      ),
    );
    assert.match(text, /you signed \/bank, which stands before the path; sign from \/v1\/ on/);
  });

  test('says that the key is in capital letters or quotes, to a sender whose signature is right', async (t) => {
    const { url, partner } = await openWorld(t);
    const right = sign(partner, { path: '/v1/deposits', body: depositBody() });
    for (const apiKey of [partner.apiKey.toUpperCase(), `"${partner.apiKey}"`]) {
      const request = withHeader(right, 'x-api-key', apiKey);
      assert.match(textOf(await send(url, request)), /^The API key is not known as you wrote it/);
      const forged = withHeader(request, 'x-signature', '0'.repeat(64));
      assert.equal(textOf(await send(url, forged)), API_ERRORS.signature_invalid.error);
    }
    assertCreated(await send(url, right));
  });

  test('says what a signature looks like that has not the form of one', async (t) => {
    const { url, partner } = await openWorld(t);
    const right = sign(partner, { path: '/v1/deposits', body: depositBody() });
    const digits = String(right.headers?.['x-signature']);
    for (const [signature, says] of [
      [
        Buffer.from(digits, 'hex').toString('base64'),
        /looks like base64: write the same bytes in hexadecimal/,
      ],
      [Buffer.from(digits, 'hex').toString('base64url'), /looks like base64/],
      [`sha256=${digits}`, /has something before them: send the digits alone/],
      [`"${digits}"`, /has quotes around it/],
      [digits + digits, /128 digits, as a SHA-512 has: use HMAC-SHA256/],
      [digits.slice(0, 40), /40 digits, as a SHA-1 has/],
    ] as const) {
      const answer = await send(url, withHeader(right, 'x-signature', signature));
      const { error } = assertRefused(answer, 'authentication_headers_invalid', signature);
      assert.match(error, /^X-Signature must be 64 lower-case hexadecimal digits; this one /);
      assert.match(error, says);
    }
  });
});
