import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { API_ERRORS } from '@vezne/contract/partner/errors';
import type { ApiErrorCode } from '@vezne/contract/partner/errors';
import { startTestApi } from '../../harness/api.ts';
import type { TestApi } from '../../harness/api.ts';
import { post, send, sign } from '../../harness/client.ts';
import type { Answer, RawRequest } from '../../harness/client.ts';
import { assertRefused } from '../../harness/expectations.ts';
import { depositBody, withdrawalBody } from '../../harness/factories.ts';
import { exchange, headerLines, rawMessage } from '../../harness/raw-http.ts';
import type { HeaderLine } from '../../harness/raw-http.ts';

const PATH = '/v1/deposits';

function assertText(answer: Answer, code: ApiErrorCode, text: string): void {
  assert.equal(assertRefused(answer, code, text).error, text);
}

async function sendLines({ url }: TestApi, request: RawRequest, headers: readonly HeaderLine[]) {
  const message = rawMessage({ target: PATH, headers, body: Buffer.from(request.body ?? '') });
  return (await exchange(url, message)) ?? assert.fail('the connection was closed without an answer');
}

suite('the error texts for developers of a client', { concurrency: 4 }, () => {
  test('name a missing or repeated header', async (t) => {
    const api = await startTestApi(t);
    const request = sign(api.partner, { path: PATH, body: depositBody() });
    const lines = headerLines(request);
    for (const name of ['X-Api-Key', 'X-Timestamp', 'X-Signature']) {
      const own = lines.filter(([other]) => other === name.toLowerCase());
      assert.equal(own.length, 1);
      const without = lines.filter(([other]) => other !== name.toLowerCase());
      assertText(
        await sendLines(api, request, without),
        'authentication_headers_invalid',
        `The header ${name} is missing.`,
      );
      assertText(
        await sendLines(api, request, [...lines, ...own]),
        'authentication_headers_invalid',
        `The header ${name} was sent more than once.`,
      );
    }
  });

  test('give the right form of a wrong header, and repeat its value only if it is in milliseconds', async (t) => {
    const api = await startTestApi(t);
    const seconds = 'X-Timestamp must be Unix time in whole seconds';
    const digits = 'X-Signature must be 64 lower-case hexadecimal digits';
    for (const [header, value, text] of [
      ['x-timestamp', '1763171000000', `${seconds}; 1763171000000 looks like milliseconds.`],
      ['x-timestamp', '17631710000001', `${seconds}, in digits alone.`],
      ['x-timestamp', '1763171000.5', `${seconds}, in digits alone.`],
      ['x-timestamp', '<b>now</b>', `${seconds}, in digits alone.`],
      ['x-timestamp', '', `${seconds}, in digits alone.`],
      ['x-signature', 'AB'.repeat(32), `${digits}; this one has capital letters.`],
      ['x-signature', 'ab'.repeat(31), `${digits}.`],
      [
        'x-api-key',
        'two words',
        'X-Api-Key must be the API key exactly as it was given to you, without blanks.',
      ],
    ] as const) {
      const request = sign(api.partner, { path: PATH, body: depositBody(), headers: { [header]: value } });
      assertText(await send(api.url, request), 'authentication_headers_invalid', text);
    }
  });

  test('say that a secret is in the place of the key, by its form alone, and do not repeat it', async (t) => {
    for (const environment of ['development', 'production'] as const) {
      const { url, partner } = await startTestApi(t, { config: { environment } });
      for (const [secret, name] of [
        [partner.apiSecret, 'the API secret'],
        [partner.hashSecret, 'the hash secret'],
        // Nobody has these.
        [`vzs_${'a'.repeat(43)}`, 'the API secret'],
        [`'vzh_${'a'.repeat(43)}'`, 'the hash secret'],
        ['whsec_dGhpcnR5LXR3byBieXRlcyBvZiBhIHNlY3JldCE=', 'the secret of a webhook endpoint'],
      ] as const) {
        const [prefix] = /[a-z]+_/.exec(secret.slice(0, 'whsec_'.length)) ?? assert.fail();
        const headers = { 'x-api-key': secret };
        assertText(
          await send(url, sign(partner, { path: PATH, body: depositBody(), headers })),
          'authentication_headers_invalid',
          `This is a secret, not the key: X-Api-Key begins with ${prefix}, as ${name} does, which is never sent. Send the API key, which begins with vzk_, and have the secret replaced, because it has left your server.`,
        );
      }
    }
  });

  test('say how to fix a wrong signature', async (t) => {
    const api = await startTestApi(t);
    const headers = { 'x-signature': '0'.repeat(64) };
    const { error } = assertRefused(
      await send(api.url, sign(api.partner, { path: PATH, body: depositBody(), headers })),
      'signature_invalid',
    );
    assert.match(error, /Sign exactly the bytes you send.*test vectors/);
  });

  test('say what to send instead of another content type or a compressed body', async (t) => {
    const api = await startTestApi(t);
    for (const [headers, text] of [
      [{ 'content-type': 'text/plain' }, API_ERRORS.unsupported_media_type.error],
      [{ 'content-encoding': 'gzip' }, 'The body is compressed. Send it as it is, without Content-Encoding.'],
    ] as const) {
      const request = sign(api.partner, { path: PATH, body: depositBody(), headers: { ...headers } });
      assertText(await send(api.url, request), 'unsupported_media_type', text);
    }
    assert.match(API_ERRORS.unsupported_media_type.error, /Send Content-Type: application\/json\./);
  });

  test('give the range for an amount outside it', async (t) => {
    const { url, partner } = await startTestApi(t);
    for (const [path, body] of [
      [PATH, depositBody({ amount: '49.99' })],
      ['/v1/withdrawals', withdrawalBody({ amount: '500000.01' })],
    ] as const) {
      const text = 'The amount is outside the accepted range, 50.00 to 500000.00 TRY.';
      assertText(await post(url, partner, path, body), 'amount_out_of_range', text);
    }
  });

  test('suggest the right path for a nearly right one, and nothing for any other path', async (t) => {
    const { url } = await startTestApi(t);
    const id = `txn_${'0'.repeat(32)}`;
    for (const [method, path, hint] of [
      ['GET', '/v1/deposits', ' POST /v1/deposits exists.'],
      ['POST', '/v1/deposits/', ' POST /v1/deposits exists, without a slash at the end.'],
      ['PUT', '/v1/withdrawals//?x=1', ' POST /v1/withdrawals exists, without a slash at the end.'],
      ['POST', `/v1/transactions/${id}`, ' GET /v1/transactions/{id} exists.'],
      ['GET', `/v1/transactions/${id}/cancel`, ' POST /v1/transactions/{id}/cancel exists.'],
      ['POST', '/v1/limits/', ' GET /v1/limits exists, without a slash at the end.'],
      ['POST', '/v1/deposit', ''],
      ['GET', '/v1/Deposits', ''],
      ['GET', '/v1', ''],
      ['POST', '/', ''],
    ] as const) {
      assertText(await send(url, { method, path }), 'not_found', API_ERRORS.not_found.error + hint);
    }
  });
});
