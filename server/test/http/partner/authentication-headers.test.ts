import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { signRequest } from '@vezne/sdk/signature';
import { countTransactions, startTestApi } from '../../harness/api.ts';
import { send, sign } from '../../harness/client.ts';
import type { RawRequest } from '../../harness/client.ts';
import { assertApiError, assertCreated, assertRefused } from '../../harness/expectations.ts';
import { depositBody, insertPartner } from '../../harness/factories.ts';
import type { TestPartner } from '../../harness/factories.ts';
import { exchange, headerLines, rawMessage } from '../../harness/raw-http.ts';
import type { HeaderLine } from '../../harness/raw-http.ts';

const PATH = '/v1/deposits';
const AUTHENTICATION_HEADERS = ['x-api-key', 'x-timestamp', 'x-signature'] as const;

async function sendLines(url: string, request: RawRequest, headers: readonly HeaderLine[]) {
  const answer = await exchange(
    url,
    rawMessage({ target: PATH, headers, body: Buffer.from(request.body ?? '') }),
  );
  assert.ok(answer, 'the connection was closed without an answer');
  return answer;
}

/** A deposit with a right signature for this timestamp text, whatever it is. */
function signedAt(partner: TestPartner, timestamp: string): RawRequest {
  const request = sign(partner, { path: PATH, body: depositBody() });
  const signature = signRequest({
    timestamp,
    method: 'POST',
    path: PATH,
    body: Buffer.from(request.body ?? ''),
    apiSecret: partner.apiSecret,
    hashSecret: partner.hashSecret,
  });
  return { ...request, headers: { ...request.headers, 'x-timestamp': timestamp, 'x-signature': signature } };
}

suite('the authentication headers', { concurrency: 4 }, () => {
  test('a timestamp must be whole seconds in plain digits', async (t) => {
    const { url, owner, partner } = await startTestApi(t);
    const now = String(Math.floor(Date.now() / 1000));
    // As bytes: a header has no encoding, and U+0661 is two bytes of UTF-8.
    const arabic = Buffer.from(
      Array.from(now, (digit) => String.fromCodePoint(0x660 + Number(digit))).join(''),
    ).toString('latin1');
    const forms = [
      '',
      '0',
      '-1',
      '1e9',
      `${Number(now) / 1e9}e9`,
      `+${now}`,
      `-${now}`,
      `0${now}`,
      `00${now}`,
      `${now}.0`,
      `${now}.`,
      `${now},0`,
      `${now}0`.slice(0, 5),
      `${now}s`,
      `${now}000`,
      `${now} ${now}`,
      `${now},${now}`,
      `${now}, ${now}`,
      `"${now}"`,
      `0x${Number(now).toString(16)}`,
      `0b${Number(now).toString(2)}`,
      `${now}n`,
      `${now.slice(0, 1)}_${now.slice(1)}`,
      new Date().toISOString(),
      new Date().toUTCString(),
      arabic,
      'NaN',
      'Infinity',
      '9'.repeat(12),
      '9'.repeat(13),
      '9'.repeat(400),
      '9007199254740993',
      '99999999999999999999',
      'now',
      'null',
    ];
    for (const form of forms) {
      const answer = await send(url, signedAt(partner, form));
      assert.equal(assertApiError(answer, form) && answer.status, 401, form);
    }
    assert.equal(await countTransactions(owner), 0);
    assertCreated(await send(url, signedAt(partner, now)));
  });

  test('an API key is accepted only exactly as it was issued', async (t) => {
    const { url, owner, partner } = await startTestApi(t);
    const { apiKey } = partner;
    const request = sign(partner, { path: PATH, body: depositBody() });
    const forms = [
      '',
      apiKey.toUpperCase(),
      apiKey.slice(0, -1),
      `${apiKey}x`,
      `${apiKey} x`,
      `${apiKey}\u00a0`,
      `"${apiKey}"`,
      `Bearer ${apiKey}`,
      `${apiKey},${apiKey}`,
      encodeURIComponent(apiKey).replaceAll('_', '%5F'),
      'x'.repeat(129),
      'x'.repeat(8_000),
      '__proto__',
      'constructor',
      'toString',
      'hasOwnProperty',
      `' or '1'='1`,
      partner.id,
      partner.apiSecret,
    ];
    for (const form of forms) {
      const answer = await send(url, { ...request, headers: { ...request.headers, 'x-api-key': form } });
      assert.equal(assertApiError(answer, form) && answer.status, 401, form);
    }
    assert.equal(await countTransactions(owner), 0);
  });

  test('a missing header is refused', async (t) => {
    const { url, owner, partner } = await startTestApi(t);
    const request = sign(partner, { path: PATH, body: depositBody() });
    for (const missing of AUTHENTICATION_HEADERS) {
      const lines = headerLines(request).filter(([name]) => name !== missing);
      assertRefused(await sendLines(url, request, lines), 'authentication_headers_invalid', missing);
    }
    const none = headerLines(request).filter(([name]) => !name.startsWith('x-'));
    assertRefused(await sendLines(url, request, none), 'authentication_headers_invalid');
    assert.equal(await countTransactions(owner), 0);
  });

  test('a header with a name that JavaScript treats specially changes nothing', async (t) => {
    const { url, partner } = await startTestApi(t);
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const request = sign(partner, { path: PATH, body: depositBody() });
      const lines: HeaderLine[] = [[name, 'x'], ...headerLines(request)];
      assertCreated(await sendLines(url, request, lines));
    }
  });

  test('a repeated header is refused, whatever its values, order and spelling', async (t) => {
    const { url, owner, partner } = await startTestApi(t);
    const other = await insertPartner(owner);
    const request = sign(partner, { path: PATH, body: depositBody() });
    const others: Record<string, string> = {
      'x-api-key': other.apiKey,
      'x-timestamp': String(Number(request.headers?.['x-timestamp']) - 1),
      'x-signature': '0'.repeat(64),
    };
    const lines = headerLines(request);
    for (const header of AUTHENTICATION_HEADERS) {
      const own = String(request.headers?.[header]);
      for (const value of [own, others[header] ?? '', '']) {
        for (const name of [header, header.toUpperCase(), header.replace('x-', 'X-')]) {
          const repeated: HeaderLine = [name, value];
          for (const twice of [
            [...lines, repeated],
            [repeated, ...lines],
            [...lines, repeated, repeated],
          ]) {
            const what = `${name}: ${value}`;
            assertRefused(await sendLines(url, request, twice), 'authentication_headers_invalid', what);
          }
        }
      }
    }
    assert.equal(await countTransactions(owner), 0);
  });

  test('header names may be in any case, and values may have spaces around them', async (t) => {
    const { url, owner, partner } = await startTestApi(t);
    const spellings = [
      (name: string) => name.toUpperCase(),
      (name: string) => name.replaceAll(/(^|-)[a-z]/g, (start) => start.toUpperCase()),
    ];
    for (const spell of spellings) {
      const request = sign(partner, { path: PATH, body: depositBody() });
      const lines = headerLines(request).map(([name, value]) => [spell(name), `  ${value}\t`] as const);
      assertCreated(await sendLines(url, request, lines));
    }
    assert.equal(await countTransactions(owner), spellings.length);
  });

  test('similar header names, and credentials in other places, are ignored', async (t) => {
    const { url, owner, partner } = await startTestApi(t);
    const request = sign(partner, { path: PATH, body: depositBody() });
    const lookAlikes: ((name: string) => string)[] = [
      (name) => name.replaceAll('-', '_'),
      (name) => name.replace('x-', ''),
      (name) => name.replace('x-', 'x-x-'),
      (name) => `${name}-`,
      (name) => name.replace('x-', 'x--'),
    ];
    for (const lookAlike of lookAlikes) {
      const lines = headerLines(request).map(
        ([name, value]) => [name.startsWith('x-') ? lookAlike(name) : name, value] as const,
      );
      assertRefused(await sendLines(url, request, lines), 'authentication_headers_invalid');
    }
    const bare = headerLines(request).filter(([name]) => !name.startsWith('x-'));
    const proof = `${partner.apiKey}:${partner.apiSecret}`;
    for (const [name, value] of [
      ['authorization', `Basic ${Buffer.from(proof).toString('base64')}`],
      ['authorization', `Bearer ${partner.apiSecret}`],
      [
        'cookie',
        AUTHENTICATION_HEADERS.map((header) => `${header}=${String(request.headers?.[header])}`).join('; '),
      ],
    ] as const) {
      const answer = await sendLines(url, request, [...bare, [name, value]]);
      assertRefused(answer, 'authentication_headers_invalid', name);
    }
    assert.equal(await countTransactions(owner), 0);
  });
});
