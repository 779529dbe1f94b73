import assert from 'node:assert/strict';
import { channel } from 'node:diagnostics_channel';
import { suite, test } from 'node:test';
import { API_ERROR_CODES, API_ERRORS } from '@vezne/contract/partner/errors';
import { SIGNING_EXAMPLE } from '@vezne/contract/partner/examples';
import { buildOpenApi } from '@vezne/contract/partner/openapi';
import type { OpenApiDocument } from '@vezne/contract/partner/openapi';
import { PARTNER_API } from '@vezne/contract/partner/routes';
import { REASON_CODES, TRANSACTION_STATUSES } from '@vezne/domain/transaction-state';
import type { FastifyInstance } from 'fastify';
import { startTestApi } from '../../harness/api.ts';
import type { TestApi } from '../../harness/api.ts';
import { send } from '../../harness/client.ts';
import type { Answer } from '../../harness/client.ts';

const PUBLIC_URL = 'https://pay.example/bank';
const PATHS = ['/openapi.json', '/docs', '/docs/style.css', '/docs/docs.js'];

/** The page must load fast on a phone, and the server sends it uncompressed. */
const MAX_PAGE_BYTES = 150_000;

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

suite('each file of the documentation', { concurrency: 4 }, () => {
  test('can be cached, and is not sent again to a client that has it', async (t) => {
    const api = await startTestApi(t);
    for (const path of PATHS) {
      const first = await get(api, path);
      const etag = first.headers.etag ?? assert.fail(`${path} has no etag`);
      assert.equal(first.status, 200, path);
      assert.equal(first.headers['cache-control'], 'public, max-age=300', path);
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
        const again = await get(api, path, { 'if-none-match': known });
        assert.equal(again.status, 304, `${path} ${known}`);
        assert.equal(again.text, '');
        assert.equal(again.headers.etag, etag);
      }
      const other = await get(api, path, { 'if-none-match': '"other"' });
      assert.equal(other.status, 200, path);
      assert.equal(other.text, first.text, path);
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
    const { text } = await get(api, '/docs');
    assert.doesNotMatch(text, /<style|\sstyle=|\son[a-z]+=|<script>|<(img|iframe|object|embed)/i);
    const loaded = [
      ...everyMatch(text, /<link rel="stylesheet" href="([^"]+)"/g),
      ...everyMatch(text, /<script src="([^"]+)"/g),
    ];
    assert.equal(loaded.length, 2);
    for (const href of loaded) {
      const { pathname, search, origin } = new URL(href, new URL('/docs', api.url));
      assert.equal(origin, new URL(api.url).origin, href);
      assert.equal((await get(api, pathname + search)).status, 200, href);
    }
    for (const path of ['/docs/style.css', '/docs/docs.js']) {
      assert.doesNotMatch((await get(api, path)).text, /https?:\/\/|@import|url\(/, path);
    }
  });
});

suite('the documentation for people', { concurrency: 4 }, () => {
  test('is small enough for a phone', async (t) => {
    const api = await startTestApi(t);
    const { text, headers } = await get(api, '/docs');
    assert.equal(headers['content-type'], 'text/html; charset=utf-8');
    assert.ok(Buffer.byteLength(text) < MAX_PAGE_BYTES, `${Buffer.byteLength(text)} bytes`);
  });

  test('has a link on every heading, and every link leads somewhere', async (t) => {
    const api = await startTestApi(t);
    const { text } = await get(api, '/docs');
    const ids = everyMatch(text, /\sid="([^"]+)"/g);
    assert.equal(new Set(ids).size, ids.length, 'an id occurs twice');
    const targets = everyMatch(text, /href="#([^"]+)"/g);
    assert.deepEqual(
      targets.filter((target) => !ids.includes(target)),
      [],
    );
    const [, main = ''] = text.split('<main');
    for (const heading of everyMatch(main, /(<h[1-6].*?<\/h[1-6]>)/gs)) {
      const [id] = everyMatch(heading, /^<h\d id="([^"]+)"/g);
      assert.ok(id !== undefined && heading.includes(`href="#${id}"`), heading);
    }
  });

  test('shows every endpoint with its fields, every error, every status and every reason', async (t) => {
    const api = await startTestApi(t);
    // Names may wrap between lines. A reader's browser, and its search, see them whole.
    const text = (await get(api, '/docs')).text.replaceAll('<wbr>', '');
    for (const { path, method } of Object.values(PARTNER_API)) {
      assert.ok(text.includes(`${method}</span> <code>${path}</code>`), path);
    }
    for (const code of API_ERROR_CODES) {
      const [row = ''] = everyMatch(text, new RegExp(`<tr id="${code}">(.*?)</tr>`, 'gs'));
      for (const sentence of [API_ERRORS[code].cause, API_ERRORS[code].remedy]) {
        assert.ok(row.includes(asHtml(sentence)), `${code}: ${sentence}`);
      }
      assert.ok(row.includes(`<small>${API_ERRORS[code].status}</small>`), code);
    }
    for (const name of [...TRANSACTION_STATUSES, ...REASON_CODES]) {
      assert.ok(text.includes(`<code>${name}</code></th>`), name);
    }
    const { paths, components } = buildOpenApi({ serverUrl: PUBLIC_URL });
    const fields = [
      ...Object.keys(components.schemas['Deposit']?.properties ?? {}),
      ...Object.keys(components.schemas['Withdrawal']?.properties ?? {}),
      'customer.fullName',
      'customer.email',
      'withdrawalAccount.iban',
      'nextCursor',
      ...Object.keys(components.schemas['Event']?.properties ?? {}),
      ...Object.keys(components.schemas['Balance']?.properties ?? {}),
      'deposit.minCents',
      ...Object.values(paths)
        .flatMap((item) => Object.values(item))
        .flatMap(({ parameters = [] }) => parameters.map(({ name }) => name)),
    ];
    for (const name of fields) assert.ok(text.includes(`<th scope="row"><code>${name}</code>`), name);
  });

  test('explains a signature step by step', async (t) => {
    const api = await startTestApi(t);
    const { text } = await get(api, '/docs');
    for (const part of Object.values(SIGNING_EXAMPLE).slice(1)) {
      assert.ok(text.includes(`>${asHtml(part)}</code>`), part);
    }
  });
});

/** Text as the page writes it, `code` included. */
function asHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replace(/`([^`]+)`/g, '<code>$1</code>');
}
