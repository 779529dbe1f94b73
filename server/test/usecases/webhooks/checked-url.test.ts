import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AdminError } from '../../../src/usecases/admin-error.ts';
import { WEBHOOK_URL_MAX_LENGTH, checkedWebhookUrl } from '../../../src/usecases/webhooks/checked-url.ts';

const PRODUCTION = { allowPrivate: false };
const DEVELOPMENT = { allowPrivate: true };

const PUBLIC_URLS = [
  'https://hooks.example.com/vezne',
  'https://hooks.example.com:8443/vezne?shop=1&x=%20',
  'https://xn--deme-5qa.example/',
  'https://8.8.8.8/hooks',
  'https://[2606:4700::1111]:444/',
];

test('a public https address is taken, in production and in development', () => {
  for (const url of PUBLIC_URLS) {
    assert.equal(checkedWebhookUrl(url, PRODUCTION), url);
    assert.equal(checkedWebhookUrl(url, DEVELOPMENT), url);
  }
});

test('an address is stored as it will be called', () => {
  assert.equal(
    checkedWebhookUrl('https://Hooks.Example.com:443/a/../b', PRODUCTION),
    'https://hooks.example.com/b',
  );
  assert.equal(checkedWebhookUrl('https://hooks.example.com', PRODUCTION), 'https://hooks.example.com/');
});

/** Refused everywhere, with what the person is told. */
const MALFORMED: readonly (readonly [url: string, told: RegExp])[] = [
  ['', /from https:\/\/ on/],
  ['hooks.example.com/vezne', /from https:\/\/ on/],
  ['/vezne', /from https:\/\/ on/],
  ['//hooks.example.com', /from https:\/\/ on/],
  ['https:hooks.example.com', /from https:\/\/ on/],
  ['https:///hooks.example.com', /from https:\/\/ on/],
  ['ftp://hooks.example.com', /from https:\/\/ on/],
  ['javascript:alert(1)', /from https:\/\/ on/],
  ['https:/\\hooks.example.com', /backslash/],
  ['https://hooks.example.com\\@evil.example', /backslash/],
  [' https://hooks.example.com', /space/],
  ['https://hooks.example.com/\n', /space/],
  ['https://ödeme.example/', /punycode/],
  ['https://hooks.example.com/#part', /fragment/],
  ['https://user@hooks.example.com/', /user name/],
  ['https://user:password@hooks.example.com/', /user name/],
  ['https://hooks.example.com./', /plain form/],
  ['https://hooks..example.com/', /plain form/],
  ['https://.example.com/', /plain form/],
  ['https://hooks.example.com:99999/', /plain form/],
  ['https://hooks.example.com:a/', /plain form/],
  ['https://0x7f.1/', /plain form/],
  ['https://2130706433/', /plain form/],
  ['https://0177.0.0.1/', /plain form/],
  ['https://127.1/', /plain form/],
  ['https://127.0.0.1./', /plain form/],
  ['https://127%2e0.0.1/', /plain form/],
  ['https://[::ffff:127.0.0.1]/', /plain form/],
  ['https://[fe80::1%25eth0]/', /plain form/],
  ['https://[::1/', /plain form/],
  [`https://hooks.example.com/${'a'.repeat(WEBHOOK_URL_MAX_LENGTH)}`, /Shorten it to 2048/],
];

for (const [url, told] of MALFORMED) {
  test(`${JSON.stringify(url.slice(0, 60))} is refused everywhere`, () => {
    for (const rules of [PRODUCTION, DEVELOPMENT]) {
      assert.throws(() => checkedWebhookUrl(url, rules), isAdminError(told));
    }
  });
}

/** Fine on a developer's machine, refused in production. */
const PRIVATE: readonly (readonly [url: string, told: RegExp])[] = [
  ['http://hooks.example.com/vezne', /does not use https/],
  ['http://localhost:4003/webhooks', /does not use https/],
  ['https://localhost/', /private network/],
  ['https://shop.localhost/', /private network/],
  ['https://printer.local/', /private network/],
  ['https://metadata.google.internal/', /private network/],
  ['https://postgres/', /private network/],
  ['https://127.0.0.1:4003/', /private network/],
  ['https://10.0.0.1/', /private network/],
  ['https://169.254.169.254/latest', /private network/],
  ['https://[::1]/', /private network/],
  ['https://[::ffff:7f00:1]/', /private network/],
  ['https://[64:ff9b::7f00:1]/', /private network/],
];

for (const [url, told] of PRIVATE) {
  test(`${url} is for development only`, () => {
    assert.equal(checkedWebhookUrl(url, DEVELOPMENT), url);
    assert.throws(() => checkedWebhookUrl(url, PRODUCTION), isAdminError(told));
  });
}

function isAdminError(told: RegExp): (error: unknown) => boolean {
  return (error) => error instanceof AdminError && told.test(error.message);
}
