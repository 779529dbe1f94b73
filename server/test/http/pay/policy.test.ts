import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { Script } from 'node:vm';
import { readPageAssets } from '../../../src/http/pay/assets.ts';
import { startTestApi } from '../../harness/api.ts';
import type { TestApi } from '../../harness/api.ts';
import { send } from '../../harness/client.ts';
import type { Answer } from '../../harness/client.ts';
import { get, newPage, setStatus } from './pages.ts';

function policyOf({ headers }: Answer): Record<string, string> {
  const directives = String(headers['content-security-policy']).split('; ');
  return Object.fromEntries(directives.map((text) => [text.split(' ', 1)[0], text.replace(/^\S+ /, '')]));
}

async function everyPage(api: TestApi, path: string): Promise<Answer[]> {
  const pages = [await get(api, path), await get(api, `${path}/sent`), await get(api, `${path}x`)];
  for (const status of ['waiting_confirmation', 'approved', 'rejected'] as const) {
    await setStatus(api.owner, status);
    pages.push(await get(api, path));
    if (status === 'waiting_confirmation') pages.push(await get(api, `${path}/details`));
  }
  return pages;
}

suite('the pages of a deposit', { concurrency: 4 }, () => {
  test('forbid browsers and caches everything that they do not need', async (t) => {
    const api = await startTestApi(t);
    const path = await newPage(api, { redirectUrl: 'https://shop.example:8443/r' });
    const head = await send(api.url, { method: 'HEAD', path });
    for (const page of [head, ...(await everyPage(api, path))]) {
      const { 'form-action': formAction, ...policy } = policyOf(page);
      assert.deepEqual(policy, {
        'default-src': "'none'",
        'style-src': "'self'",
        'script-src': "'self'",
        'connect-src': "'self'",
        'base-uri': "'none'",
        'frame-ancestors': "'none'",
      });
      assert.equal(formAction, page.status === 404 ? "'none'" : "'self' https://shop.example:8443 https:");
      assert.equal(page.headers['cache-control'], 'no-store');
      assert.equal(page.headers['referrer-policy'], 'no-referrer');
      assert.equal(page.headers['x-content-type-options'], 'nosniff');
    }
  });

  test('let the form lead to any host that a partner may name', async (t) => {
    const api = await startTestApi(t);
    for (const [redirectUrl, source] of [
      ['https://SHOP.example/r', 'https://shop.example'],
      ['https://shop.example:443/r', 'https://shop.example'],
      ['https://xn--alveri-zib75c.example/', 'https://xn--alveri-zib75c.example'],
      ['http://localhost:4003/return', 'http://localhost:4003'],
      ['https://192.0.2.7/r', 'https://192.0.2.7'],
      // A policy cannot name these hosts, but it can name their scheme.
      ['https://[2001:db8::7]:8443/r', 'https:'],
      ['https://my_shop.example/', 'https:'],
    ] as const) {
      const page = await get(api, await newPage(api, { redirectUrl }));
      const targets = source === 'https:' ? "'self' https:" : `'self' ${source} https:`;
      assert.equal(policyOf(page)['form-action'], targets);
    }
  });

  test('contain nothing inline and nothing from other sites, and lead only to the partner', async (t) => {
    const api = await startTestApi(t);
    const path = await newPage(api, { redirectUrl: 'https://shop.example/r' });
    for (const { text } of await everyPage(api, path)) {
      assert.doesNotMatch(text, /<script(?! src="\/pay\/assets\/)|<style|\sstyle=|\son[a-z]+=|javascript:/i);
      const elsewhere = text.replace(
        /<a(?: class="button(?: quiet)?")? href="https:\/\/shop\.example\/r\?/g,
        '',
      );
      assert.doesNotMatch(elsewhere, /(?:https?:)?\/\/\w/);
    }
  });

  test('load in three requests and far less than 40 KB, and browsers cache the files by name', async (t) => {
    const api = await startTestApi(t);
    const path = await newPage(api);
    const page = await get(api, path);
    const loaded = [...page.text.matchAll(/<(?:link|script)[^>]*? (?:href|src)="([^"]+)"/g)].map(
      ([, address = '']) => address,
    );
    assert.equal(loaded.length, 2);
    assert.doesNotMatch(page.text, /<(?:img|iframe|object|embed|video|audio|source|picture)\b/);
    let bytes = Buffer.byteLength(page.text);
    for (const address of loaded) {
      const asset = await get(api, address);
      assert.equal(asset.status, 200, address);
      assert.match(asset.headers['content-type'] ?? '', /^text\/(?:css|javascript); charset=utf-8$/);
      assert.equal(asset.headers['cache-control'], 'public, max-age=31536000, immutable');
      assert.doesNotMatch(asset.text, /@import|url\(|https?:|\beval\b|innerHTML/);
      bytes += Buffer.byteLength(asset.text);
      // A page of another version asks for another name. It gets this version's file, which must not be cached.
      const other = await get(api, address.replace(/page-.{8}/, 'page-00000000'));
      assert.equal(other.text, asset.text);
      assert.equal(other.headers['cache-control'], 'no-store');
    }
    t.diagnostic(`${bytes} bytes before they are packed`);
    assert.ok(bytes < 30_000, `${bytes} bytes`);
  });

  test('have scripts and styles in which every text ends on its line, so that comments can be left out by lines', () => {
    const folder = new URL('../../../src/http/pay/assets/', import.meta.url);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(js|css)$/.test(name),
    );
    assert.ok(files.length > 10);
    for (const file of files)
      for (const line of readFileSync(new URL(file, folder), 'utf8').split('\n'))
        assert.equal(line.split('`').length % 2, 1, `${file}: ${line}`);
    const { script, formScript, style } = readPageAssets();
    for (const { text } of [script, formScript, style]) assert.doesNotMatch(text, /\/\*|^\s*\/\/|^ /m);
    // One block of all scripts: a name that two of them use would keep the browser from running any.
    for (const { text } of [script, formScript])
      assert.doesNotThrow(() => new Script(`'use strict';${text}`));
  });

  test('stay under the path of the service, when its public address has one', async (t) => {
    const api = await startTestApi(t, { config: { publicUrl: 'https://pay.example/bank/' } });
    const path = (await newPage(api)).replace('/bank//', '/bank/');
    const { text } = await get(api, path);
    assert.match(text, /<link rel="stylesheet" href="\/bank\/pay\/assets\/page-/);
    assert.match(text, /action="\/bank\/pay\/txn_/);
  });
});
