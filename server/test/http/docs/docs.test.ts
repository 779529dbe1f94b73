import assert from 'node:assert/strict';
import { channel } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { suite, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { buildOpenApi } from '@vezne/contract/partner/openapi';
import type { OpenApiDocument } from '@vezne/contract/partner/openapi';
import { PARTNER_API } from '@vezne/contract/partner/routes';
import type { FastifyInstance } from 'fastify';
import { startTestApi } from '../../harness/api.ts';
import type { TestApi } from '../../harness/api.ts';
import { send } from '../../harness/client.ts';
import type { Answer } from '../../harness/client.ts';

const PUBLIC_URL = 'https://pay.example/bank';
/** One of each kind. */
const PATHS = [
  '/openapi.json',
  '/docs',
  '/docs/webhooks',
  '/docs/tr/webhooks',
  '/docs/webhooks.md',
  '/docs/reference',
  '/docs/reference.md',
  '/docs/style.css',
  '/docs/docs.js',
  '/docs/search.js',
  '/docs/vectors/webhook-signature.json',
  '/docs/samples/webhooks/php/receiver.php',
];

const get = async ({ url }: TestApi, path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  await send(url, { method: 'GET', path, headers });

function everyMatch(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found = '']) => found);
}

suite('the documentation for programs', { concurrency: 4 }, () => {
  test('is the OpenAPI document of the contract, with the public address, and any site may read it', async (t) => {
    const api = await startTestApi(t, { config: { publicUrl: PUBLIC_URL } });
    const answer = await get(api, '/openapi.json');
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
    assert.equal(answer.headers['access-control-allow-origin'], '*');
    assert.deepEqual(answer.json, buildOpenApi({ serverUrl: PUBLIC_URL }));
  });

  test('describes every route that the server has under /v1, and no other', async (t) => {
    const served = new Set<string>();
    const collect = (message: unknown) => {
      const { fastify } = message as { fastify: FastifyInstance };
      fastify.addHook('onRoute', ({ method, url }) => {
        for (const verb of [method].flat()) served.add(`${verb} ${url.replace(':id', '{id}')}`);
      });
    };
    channel('fastify.initialization').subscribe(collect);
    t.after(() => channel('fastify.initialization').unsubscribe(collect));
    const api = await startTestApi(t);
    const { paths } = (await get(api, '/openapi.json')).json as unknown as OpenApiDocument;
    const described = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    // Fastify answers HEAD wherever it answers GET.
    const inVersion = [...served].filter((route) => route.includes(' /v1/') && !route.startsWith('HEAD '));
    assert.ok(inVersion.length >= Object.keys(PARTNER_API).length);
    assert.deepEqual(described.toSorted(), inVersion.toSorted());
  });
});

test('the pages are there below the path of the public address, too, for a proxy that keeps it', async (t) => {
  const api = await startTestApi(t, { config: { publicUrl: PUBLIC_URL } });
  const [kept, taken] = [await get(api, '/bank/docs/tr/errors'), await get(api, '/docs/tr/errors')];
  assert.deepEqual([kept.status, taken.status], [200, 200]);
  assert.equal(kept.text, taken.text);
});

test('an address with a slash at its end leads to the page', async (t) => {
  const api = await startTestApi(t, { config: { publicUrl: PUBLIC_URL } });
  for (const [path, page] of [
    ['/docs/', '/docs'],
    ['/docs/webhooks/', '/docs/webhooks'],
    ['/docs/tr/', '/docs/tr'],
  ] as const) {
    const { status, headers } = await get(api, path);
    assert.equal(status, 308);
    assert.equal(new URL(headers.location ?? '', `https://pay.example/bank${path}`).pathname, `/bank${page}`);
  }
});

suite('each file of the documentation', { concurrency: 4 }, () => {
  test('can be cached, and is not sent again to a client that has it', async (t) => {
    const api = await startTestApi(t);
    for (const path of PATHS) {
      const first = await get(api, path);
      const etag = first.headers.etag ?? assert.fail(`${path} has no etag`);
      assert.equal(first.status, 200, path);
      assert.equal(first.headers['cache-control'], 'public, max-age=300', path);
      assert.equal(first.headers['vary'], 'accept-encoding', path);
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await get(api, path, { 'if-none-match': known });
        assert.equal(again.status, 304, `${path} ${known}`);
        assert.equal(again.text, '');
        assert.equal(again.headers.etag, etag);
      }
      for (const unknown of ['"other"', etag.replace(/"$/, '.br"')]) {
        const other = await get(api, path, { 'if-none-match': unknown });
        assert.equal(other.status, 200, `${path} ${unknown}`);
        assert.equal(other.text, first.text, path);
      }
    }
  });

  test('is compressed for a client that asks for it, with an etag for each encoding', async (t) => {
    const api = await startTestApi(t);
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
    for (const path of PATHS) {
      const plain = await getBytes(api, path, '');
      assert.equal(plain.encoding, undefined, path);
      const etags = new Set([plain.etag]);
      for (const encoding of ['br', 'gzip'] as const) {
        const packed = await getBytes(api, path, encoding);
        assert.equal(packed.encoding, encoding, path);
        assert.ok(packed.bytes.length < plain.bytes.length * 0.8, `${path} ${packed.bytes.length}`);
        assert.deepEqual(unpack[encoding](packed.bytes), plain.bytes, path);
        etags.add(packed.etag);
      }
      assert.equal(etags.size, 3, path);
    }
    for (const [accepted, chosen] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip;q=1.0, br;q=0', 'gzip'],
      ['br; q=0.0', undefined],
      ['deflate', undefined],
    ] as const) {
      assert.equal((await getBytes(api, '/docs', accepted)).encoding, chosen, accepted);
    }
  });

  test('runs no script that is inline or from another site, and is never shown inside another site', async (t) => {
    const api = await startTestApi(t);
    for (const path of PATHS) {
      const { headers } = await get(api, path);
      const policy = String(headers['content-security-policy']);
      assert.match(policy, /default-src 'none'/, path);
      assert.match(policy, /frame-ancestors 'none'/, path);
      assert.doesNotMatch(policy, /unsafe|https?:|\*/, path);
      assert.equal(headers['x-content-type-options'], 'nosniff', path);
    }
    for (const [page, files] of [
      ['/docs', 2],
      ['/docs/tr/webhooks', 2],
      ['/docs/reference', 3],
    ] as const) {
      const { text } = await get(api, page);
      assert.doesNotMatch(text, /<style|\sstyle=|\son[a-z]+=|<script>|<(img|iframe|object|embed)/i);
      const loaded = [
        ...everyMatch(text, /<link rel="stylesheet" href="([^"]+)"/g),
        ...everyMatch(text, /<script src="([^"]+)"/g),
      ];
      assert.equal(loaded.length, files);
      for (const href of loaded) {
        const { pathname, search, origin } = new URL(href, new URL(page, api.url));
        assert.equal(origin, new URL(api.url).origin, href);
        assert.equal((await get(api, pathname + search)).status, 200, href);
      }
    }
    for (const path of ['/docs/style.css', '/docs/docs.js', '/docs/search.js']) {
      assert.doesNotMatch((await get(api, path)).text, /https?:\/\/|@import|url\(/, path);
    }
  });

  test('that is downloaded is the file of the repository, byte for byte, and nothing else can be fetched', async (t) => {
    const api = await startTestApi(t);
    for (const [path, file] of [
      ['/docs/vectors/request-signature.json', 'packages/sdk/vectors/request-signature.json'],
      ['/docs/vectors/webhook-signature.json', 'packages/sdk/vectors/webhook-signature.json'],
      ['/docs/vectors/check.py', 'packages/sdk/vectors/check.py'],
      ['/docs/vectors/check_webhooks.py', 'packages/sdk/vectors/check_webhooks.py'],
      ['/docs/vectors/README.md', 'packages/sdk/vectors/README.md'],
      ['/docs/samples/webhooks/python/receiver.py', 'examples/webhooks/python/receiver.py'],
      ['/docs/samples/php/vezne.php', 'examples/samples/php/vezne.php'],
    ] as const) {
      const answer = await get(api, path);
      assert.equal(answer.status, 200, path);
      assert.match(String(answer.headers['content-disposition']), /^attachment; filename="[\w.-]+"$/, path);
      assert.equal(answer.text, readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8'), path);
    }
    for (const path of [
      '/docs/none',
      '/docs/none/',
      '/docs/vectors/',
      '/docs/vectors/..%2f..%2fpackage.json',
      '/docs/samples/../../package.json',
      '/docs/samples/webhooks/php/.htaccess',
      '/docs/de/webhooks',
    ]) {
      assert.equal((await get(api, path)).status, 404, path);
    }
  });
});

interface Bytes {
  bytes: Buffer;
  encoding: string | undefined;
  etag: string | undefined;
}

/** As they came over the wire. */
async function getBytes({ url }: TestApi, path: string, encoding: string): Promise<Bytes> {
  return await new Promise((resolve, reject) => {
    request(new URL(path, url), { headers: { 'accept-encoding': encoding } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => void chunks.push(chunk));
      response.on('end', () =>
        resolve({
          bytes: Buffer.concat(chunks),
          encoding: response.headers['content-encoding'],
          etag: response.headers.etag,
        }),
      );
    })
      .on('error', reject)
      .end();
  });
}
