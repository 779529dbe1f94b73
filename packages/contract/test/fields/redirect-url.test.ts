import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redirectHost, redirectUrlProblem, withResultParameters } from '@vezne/contract/fields/redirect-url';
import * as fc from 'fast-check';
import { HOSTILE_REDIRECT_URLS } from './hostile-redirect-urls.ts';

const production = { allowLoopbackHttp: false };
const development = { allowLoopbackHttp: true };

const GOOD_URLS: [url: string, host: string][] = [
  ['https://shop.example', 'shop.example'],
  ['https://shop.example/', 'shop.example'],
  ['https://SHOP.Example/Return', 'shop.example'],
  ['https://shop.example:8443/return', 'shop.example'],
  ['https://shop.example:443/return', 'shop.example'],
  ['https://a.b.c.shop.example/x/y/z.html', 'a.b.c.shop.example'],
  ['https://shop-1.example/return?order=1&note=a%20b+c', 'shop-1.example'],
  ['https://my_shop.example/', 'my_shop.example'],
  ['https://xn--alveri-zib75c.example/', 'xn--alveri-zib75c.example'],
  ['https://shop.example?order=1', 'shop.example'],
  ['https://shop.example#done', 'shop.example'],
  ['https://shop.example/#/return?svcStatus=mine', 'shop.example'],
  ['https://shop.example/return?', 'shop.example'],
  ['https://shop.example/return?a=1&', 'shop.example'],
  ['https://shop.example/return?a', 'shop.example'],
  ['https://shop.example/return?a=b=c', 'shop.example'],
  ['https://shop.example/return?next=https%3A%2F%2Fshop.example%2F%3FexternalReference%3D1', 'shop.example'],
  ['https://shop.example/return?mail=a@b.example', 'shop.example'],
  ['https://shop.example/@player/return', 'shop.example'],
  ['https://shop.example/externalReference/svcStatus', 'shop.example'],
  ['https://shop.example/?xsvcStatus=1&svcStatusX=2&reference=3', 'shop.example'],
  ['https://shop.example/?q=svcStatus', 'shop.example'],
  ['https://shop.example/?data[svcStatus]=1', 'shop.example'],
  ['https://shop.example/?%zz=1&%=2', 'shop.example'],
  ['https://shop.example/a/../b//c;d=1,2|{}"<>^`', 'shop.example'],
  ['https://192.0.2.7/return', '192.0.2.7'],
  ['https://[2001:db8::7]:8443/return', '[2001:db8::7]'],
  ['https://localhost:4003/return', 'localhost'],
];

test('addresses that real partner sites have are accepted, and their host is read', async (t) => {
  for (const [url, host] of GOOD_URLS) {
    await t.test(url, () => {
      assert.equal(redirectUrlProblem(url, production), undefined);
      assert.equal(redirectHost(url), host);
    });
  }
});

test('an address that could take the player somewhere else is refused, in development too', async (t) => {
  assert.ok(HOSTILE_REDIRECT_URLS.length >= 100);
  for (const [url, problem] of HOSTILE_REDIRECT_URLS) {
    await t.test(JSON.stringify(url), () => {
      assert.match(redirectUrlProblem(url, production) ?? 'accepted', problem);
      assert.match(redirectUrlProblem(url, development) ?? 'accepted', problem);
    });
  }
});

const LOOPBACK_URLS = [
  'http://localhost',
  'http://localhost:4003/return',
  'http://LOCALHOST:4003/return',
  'http://shop.localhost:4003/return',
  'http://127.0.0.1:4003/return',
  'http://127.8.9.10/return',
  'http://[::1]:4003/return',
];

test('http to this machine is accepted in development and refused in production', () => {
  for (const url of LOOPBACK_URLS) {
    assert.equal(redirectUrlProblem(url, development), undefined, url);
    assert.equal(redirectUrlProblem(url, production), 'must use https', url);
  }
});

test('an address of 2048 characters is accepted and one of 2049 is refused', () => {
  const start = 'https://shop.example/';
  assert.equal(redirectUrlProblem(start.padEnd(2048, 'a'), production), undefined);
  assert.equal(redirectUrlProblem(start.padEnd(2049, 'a'), production), 'must have at most 2048 characters');
});

test('a host of 253 characters is accepted and one of 254 is refused', () => {
  const labels = (length: number) => 'a.'.repeat(length).slice(0, length - 2) + 'bb';
  assert.equal(redirectUrlProblem(`https://${labels(253)}/`, production), undefined);
  assert.match(redirectUrlProblem(`https://${labels(254)}/`, production) ?? '', /plain form/);
});

test('for every accepted text, a browser goes to the host that is written in it', () => {
  const piece = fc.constantFrom(
    'https:',
    'http:',
    '/',
    '\\',
    '@',
    ':',
    '.',
    '?',
    '#',
    '%40',
    '%2e',
    'a',
    'evil',
    '1',
    '0x7f',
    '[',
    ']',
    '::1',
    '\t',
    ' ',
    'İ',
    '443',
    'svcStatus',
    '&',
    '=',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 10 }), fc.boolean(), (pieces, prefixed) => {
      const text = (prefixed ? 'https://' : '') + pieces.join('');
      if (redirectUrlProblem(text, production) === undefined) {
        const host = /^https:\/\/(\[[^\]]*\]|[^/?#:@]*)/.exec(text)?.[1]?.toLowerCase();
        const parsed = new URL(text);
        assert.equal(parsed.protocol, 'https:');
        assert.equal(parsed.hostname, host);
        assert.equal(parsed.username + parsed.password, '');
        assert.equal(parsed.searchParams.has('svcStatus'), false);
      }
    }),
    { numRuns: 5000 },
  );
});

const parameters = {
  svcTransactionId: 'txn_1',
  svcStatus: 'waiting_confirmation',
  externalReference: 'dep/1 &=#?+%',
} as const;
const added =
  'svcTransactionId=txn_1&svcStatus=waiting_confirmation&externalReference=dep%2F1%20%26%3D%23%3F%2B%25';

const INSERTIONS: [redirectUrl: string, result: string][] = [
  ['https://shop.example', `https://shop.example?${added}`],
  ['https://shop.example/r', `https://shop.example/r?${added}`],
  ['https://shop.example/r?', `https://shop.example/r?${added}`],
  ['https://shop.example/r?a=1', `https://shop.example/r?a=1&${added}`],
  ['https://shop.example/r?a=1&', `https://shop.example/r?a=1&${added}`],
  ['https://shop.example/r?a=1?', `https://shop.example/r?a=1?&${added}`],
  ['https://shop.example/r#f', `https://shop.example/r?${added}#f`],
  ['https://shop.example/r?#f', `https://shop.example/r?${added}#f`],
  ['https://shop.example/r?a=1#f', `https://shop.example/r?a=1&${added}#f`],
  ['https://shop.example/r?a=1&#f', `https://shop.example/r?a=1&${added}#f`],
  ['https://shop.example/r#', `https://shop.example/r?${added}#`],
  ['https://shop.example/r#f?b=1&', `https://shop.example/r?${added}#f?b=1&`],
  ['https://shop.example/r#f#g', `https://shop.example/r?${added}#f#g`],
  ['https://Shop.Example:443/a/../b?x&y=%20+%2f', `https://Shop.Example:443/a/../b?x&y=%20+%2f&${added}`],
];

test('the result parameters go before the fragment, and every other byte stays', async (t) => {
  for (const [redirectUrl, result] of INSERTIONS) {
    await t.test(redirectUrl, () => {
      assert.equal(withResultParameters(redirectUrl, parameters), result);
    });
  }
});

/** Every host with every unusual path, query and fragment that we have seen on partner sites. */
const ODD_URLS = ['https://shop.example', 'https://xn--alveri-zib75c.example:8443/%C4%B0'].flatMap((start) =>
  [
    '',
    '/',
    '/a/../b//c;d=1',
    '/%2e%2E/%zz%',
    '/r?',
    '/r?&',
    '/r?a',
    '/r?a=&&b==',
    '/r?a=%20+%2F%',
    '/r?next=https%3A%2F%2Fx%2F%3Fa%3D1%23b',
  ].flatMap((path) => ['', '#', '#/f?svcStatus=x&', '#%23?#'].map((fragment) => start + path + fragment)),
);

test('eighty unusual addresses keep every byte, and the added text can be removed again', () => {
  assert.ok(new Set(ODD_URLS).size >= 80);
  for (const redirectUrl of ODD_URLS) {
    assert.equal(redirectUrlProblem(redirectUrl, production), undefined, redirectUrl);
    const result = withResultParameters(redirectUrl, parameters);
    const at = result.indexOf(added);
    assert.ok(at > 0 && at < `${result}#`.indexOf('#'), result);
    const before = result.slice(0, at);
    const after = result.slice(at + added.length);
    const start = redirectUrl.slice(0, redirectUrl.length - after.length);
    assert.equal(start + after, redirectUrl);
    assert.ok([start, `${start}?`, `${start}&`].includes(before), result);
    const names = [...new URL(result).searchParams.keys()];
    assert.deepEqual(names.slice(-3), ['svcTransactionId', 'svcStatus', 'externalReference'], result);
    assert.equal(new URL(result).hash, new URL(redirectUrl).hash);
  }
});

test('any reference comes back to the partner site as it was sent, next to the site’s own parameters', () => {
  const ascii = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 128 });
  const base = fc.constantFrom(...GOOD_URLS.map(([url]) => url));
  fc.assert(
    fc.property(base, ascii, (redirectUrl, externalReference) => {
      const result = new URL(withResultParameters(redirectUrl, { ...parameters, externalReference }));
      const original = new URL(redirectUrl);
      assert.equal(result.searchParams.get('externalReference'), externalReference);
      assert.equal(result.searchParams.get('svcStatus'), 'waiting_confirmation');
      assert.equal(result.searchParams.get('svcTransactionId'), 'txn_1');
      assert.equal(result.origin, original.origin);
      assert.equal(result.pathname, original.pathname);
      assert.equal(result.hash, original.hash);
      for (const [name, value] of original.searchParams) {
        assert.ok(result.searchParams.getAll(name).includes(value));
      }
    }),
  );
});
