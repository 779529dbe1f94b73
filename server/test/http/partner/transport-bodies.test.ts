import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { countTransactions, startTestApi } from '../../harness/api.ts';
import { send, sign } from '../../harness/client.ts';
import { assertApiError, assertCreated, assertRefused } from '../../harness/expectations.ts';
import { depositBody } from '../../harness/factories.ts';
import { exchange, rawRequest } from '../../harness/raw-http.ts';
import type { HeaderLine } from '../../harness/raw-http.ts';

const PATH = '/v1/deposits';

const chunked = (bytes: Uint8Array) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n0\r\n\r\n')]);

suite('the content type of a request', { concurrency: 4 }, () => {
  test('must be application/json, with UTF-8 as the only charset', async (t) => {
    const { url, partner } = await startTestApi(t);
    for (const type of [
      'application/json',
      'application/json; charset=utf-8',
      'application/json;charset=UTF-8',
      'application/json; charset="utf-8"',
      'Application/JSON',
    ]) {
      const headers = { 'content-type': type };
      assertCreated(await send(url, sign(partner, { path: PATH, body: depositBody(), headers })));
    }
  });

  test('is refused if it is any other type, even if the body is valid JSON', async (t) => {
    const { url, owner, partner } = await startTestApi(t);
    const types = [
      'text/plain',
      'text/json',
      'text/html',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      'application/octet-stream',
      'application/jsonx',
      'application/json5',
      'application/x-json',
      'application/ld+json',
      'application/problem+json',
      'application/*',
      '*/*',
      'application/json, application/json',
      'application/json, text/plain',
      'application/json;charset=utf-16',
      'application/json; charset=latin1',
      'application/json; charset=utf-8; charset=utf-16',
      'application/json; boundary=x',
      'application/json; charset',
      'application/json;',
      'application/json/',
      'application//json',
      'application /json',
      'application',
      'json',
      '/json',
      'application/',
      ';',
      'application\\json',
      '"application/json"',
      'application/json\u00a0',
      'application/\u00b6son',
      '',
    ];
    for (const type of types) {
      const headers = { 'content-type': type };
      const answer = await send(url, sign(partner, { path: PATH, body: depositBody(), headers }));
      assertRefused(answer, 'unsupported_media_type', type);
    }
    const request = sign(partner, { path: PATH, body: depositBody() });
    for (const add of [
      [],
      [
        ['content-type', 'application/json'],
        ['content-type', 'application/json'],
      ],
      [
        ['content-type', 'application/json'],
        ['Content-Type', 'text/plain'],
      ],
      [
        ['content-type', 'text/plain'],
        ['CONTENT-TYPE', 'application/json'],
      ],
    ] satisfies HeaderLine[][]) {
      const answer = await exchange(url, rawRequest(request, { without: ['content-type'], add }));
      assert.ok(answer);
      assertRefused(answer, 'unsupported_media_type', JSON.stringify(add));
    }
    assert.equal(await countTransactions(owner), 0);
  });
});

suite('the body of a request', { concurrency: 4 }, () => {
  test('may have exactly 16 KiB, and one byte more is refused, with a declared length or chunked', async (t) => {
    const { url, owner, partner } = await startTestApi(t);
    const padded = (bytes: number) => {
      const json = Buffer.from(JSON.stringify(depositBody()));
      return Buffer.concat([json, Buffer.alloc(bytes - json.length, ' ')]);
    };
    assertCreated(await send(url, sign(partner, { path: PATH, body: padded(16_384) })));
    const chunkedOf = (bytes: number) => {
      const request = sign(partner, { path: PATH, body: padded(bytes) });
      return rawRequest(request, {
        without: ['content-length'],
        add: [['transfer-encoding', 'chunked']],
        body: chunked(Buffer.from(request.body ?? '')),
      });
    };
    assertCreated((await exchange(url, chunkedOf(16_384))) ?? assert.fail('no answer'));
    for (const bytes of [16_385, 20_000]) {
      assertRefused(await send(url, sign(partner, { path: PATH, body: padded(bytes) })), 'body_too_large');
      const answer = await exchange(url, chunkedOf(bytes));
      assertRefused(answer ?? assert.fail('no answer'), 'body_too_large');
    }
    // Declared as large, so it is refused before it is read.
    const request = sign(partner, { path: PATH, body: depositBody() });
    const told = rawRequest(request, {
      without: ['content-length'],
      add: [['content-length', '99999999999']],
    });
    assertRefused((await exchange(url, told)) ?? assert.fail('no answer'), 'body_too_large');
    assert.equal(await countTransactions(owner), 2);
  });

  test('is never decompressed: a content encoding is refused, whether the body is compressed or not', async (t) => {
    const { url, owner, partner } = await startTestApi(t);
    const json = Buffer.from(JSON.stringify(depositBody()));
    for (const [encoding, body] of [
      ['gzip', gzipSync(json)],
      ['gzip', json],
      ['x-gzip', gzipSync(json)],
      ['deflate', deflateSync(json)],
      ['br', brotliCompressSync(json)],
      ['gzip, identity', json],
      ['identity, identity', json],
      ['', json],
      ['aes128gcm', json],
    ] as const) {
      const headers = { 'content-encoding': encoding };
      const answer = await send(url, sign(partner, { path: PATH, body, headers }));
      assertRefused(answer, 'unsupported_media_type', encoding);
    }
    assert.equal(await countTransactions(owner), 0);
    assertCreated(
      await send(url, sign(partner, { path: PATH, body: json, headers: { 'content-encoding': 'identity' } })),
    );
  });

  test('is refused with a transfer coding other than chunked, or with two lengths', async (t) => {
    const { url, owner, partner } = await startTestApi(t);
    const codings: HeaderLine[][] = [
      ...[
        'gzip, chunked',
        'chunked, gzip',
        'identity',
        'chunked, identity',
        'xchunked',
        'chunked, chunked',
        '"chunked"',
        'gzip',
        '',
      ].map((coding): HeaderLine[] => [['transfer-encoding', coding]]),
      [
        ['transfer-encoding', 'chunked'],
        ['transfer-encoding', 'identity'],
      ],
      [
        ['transfer-encoding', 'identity'],
        ['transfer-encoding', 'chunked'],
      ],
      [
        ['transfer-encoding', 'chunked'],
        ['transfer-encoding', 'chunked'],
      ],
      [
        ['transfer-encoding', 'gzip'],
        ['Transfer-Encoding', 'chunked'],
      ],
    ];
    for (const add of codings) {
      const request = sign(partner, { path: PATH, body: depositBody() });
      for (const without of [['content-length'], []]) {
        for (const body of [chunked(Buffer.from(request.body ?? '')), Buffer.from(request.body ?? '')]) {
          const answer = await exchange(url, rawRequest(request, { without, add, body }), {
            endAfterSending: true,
          });
          assertRefusedOrClosed(answer, JSON.stringify({ add, without }));
        }
      }
    }
    const request = sign(partner, { path: PATH, body: depositBody() });
    const length = String(request.body?.length);
    for (const values of [
      [length, length],
      [length, '0'],
      ['0', length],
      [`${length}, ${length}`],
      [`+${length}`],
      ['0x10'],
      ['-1'],
      ['1e3'],
      [`${length} ${length}`],
      [''],
    ]) {
      const add = values.map((value): HeaderLine => ['content-length', value]);
      const answer = await exchange(url, rawRequest(request, { without: ['content-length'], add }), {
        endAfterSending: true,
      });
      assertRefusedOrClosed(answer, JSON.stringify(values));
    }
    assert.equal(await countTransactions(owner), 0);
  });

  test('is refused when the sender stops before the declared length', async (t) => {
    const { url, owner, partner } = await startTestApi(t);
    const request = sign(partner, { path: PATH, body: depositBody() });
    const whole = rawRequest(request);
    for (const missing of [1, 2, 100, Number(request.body?.length)]) {
      const answer = await exchange(url, whole.subarray(0, whole.length - missing), {
        endAfterSending: true,
      });
      assertRefusedOrClosed(answer, `${missing} missing`);
    }
    assert.equal(await countTransactions(owner), 0);
  });

  test('is cut at its declared length, and its signature then fails', async (t) => {
    const { url, owner, partner } = await startTestApi(t);
    const request = sign(partner, { path: PATH, body: depositBody() });
    const length = Number(request.body?.length);
    for (const told of [0, 1, length - 1]) {
      const add: HeaderLine[] = [['content-length', String(told)]];
      const answer = await exchange(url, rawRequest(request, { without: ['content-length'], add }));
      assertRefusedOrClosed(answer, `${told} of ${length}`);
    }
    assert.equal(await countTransactions(owner), 0);
  });
});

/** On a broken connection the answer may not arrive. What counts is that no answer says success. */
function assertRefusedOrClosed(answer: Awaited<ReturnType<typeof exchange>>, what: string): void {
  if (answer === undefined) return;
  assert.ok(answer.status >= 400 && answer.status < 500, `${what}: ${answer.status} ${answer.text}`);
  assertApiError(answer, what);
}
