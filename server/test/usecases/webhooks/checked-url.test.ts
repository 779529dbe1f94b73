import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WebhookUrlProblem } from '../../../src/usecases/refusals/administration.ts';
import { WEBHOOK_URL_MAX_LENGTH, checkedWebhookUrl } from '../../../src/usecases/webhooks/checked-url.ts';
import { refusedFor } from '../../harness/refusals.ts';

const PRODUCTION = { allowPrivate: false };
const DEVELOPMENT = { allowPrivate: true };

const PUBLIC_URLS = [
  'https://hooks.example.com/vezne',
  'https://hooks.example.com:8443/vezne?shop=1&x=%20',
  'https://xn--deme-5qa.example/',
  'https://8.8.8.8/hooks',
  'https://[2606:4700::1111]:444/',
];

test('a public https address is accepted, in production and in development', () => {
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

/** Refused everywhere. */
const MALFORMED: readonly (readonly [url: string, problem: WebhookUrlProblem])[] = [
  ['', 'incomplete'],
  ['hooks.example.com/vezne', 'incomplete'],
  ['/vezne', 'incomplete'],
  ['//hooks.example.com', 'incomplete'],
  ['https:hooks.example.com', 'incomplete'],
  ['https:///hooks.example.com', 'incomplete'],
  ['ftp://hooks.example.com', 'incomplete'],
  ['javascript:alert(1)', 'incomplete'],
  ['https:/\\hooks.example.com', 'odd_character'],
  ['https://hooks.example.com\\@evil.example', 'odd_character'],
  [' https://hooks.example.com', 'odd_character'],
  ['https://hooks.example.com/\n', 'odd_character'],
  ['https://ödeme.example/', 'odd_character'],
  ['https://hooks.example.com/#part', 'fragment'],
  ['https://user@hooks.example.com/', 'user_info'],
  ['https://user:password@hooks.example.com/', 'user_info'],
  ['https://hooks.example.com./', 'odd_host'],
  ['https://hooks..example.com/', 'odd_host'],
  ['https://.example.com/', 'odd_host'],
  ['https://hooks.example.com:99999/', 'odd_host'],
  ['https://hooks.example.com:a/', 'odd_host'],
  ['https://0x7f.1/', 'odd_host'],
  ['https://2130706433/', 'odd_host'],
  ['https://0177.0.0.1/', 'odd_host'],
  ['https://127.1/', 'odd_host'],
  ['https://127.0.0.1./', 'odd_host'],
  ['https://127%2e0.0.1/', 'odd_host'],
  ['https://[::ffff:127.0.0.1]/', 'odd_host'],
  ['https://[fe80::1%25eth0]/', 'odd_host'],
  ['https://[::1/', 'odd_host'],
];

for (const [url, problem] of MALFORMED) {
  test(`${JSON.stringify(url.slice(0, 60))} is refused everywhere`, () => {
    for (const rules of [PRODUCTION, DEVELOPMENT]) {
      assert.throws(() => checkedWebhookUrl(url, rules), refusedFor('endpoint_url_invalid', { problem }));
    }
  });
}

test('an address that is too long is refused everywhere', () => {
  const url = `https://hooks.example.com/${'a'.repeat(WEBHOOK_URL_MAX_LENGTH)}`;
  for (const rules of [PRODUCTION, DEVELOPMENT]) {
    assert.throws(
      () => checkedWebhookUrl(url, rules),
      refusedFor('endpoint_url_too_long', { length: url.length, maxLength: WEBHOOK_URL_MAX_LENGTH }),
    );
  }
});

/** Fine on a developer's machine, refused in production. */
const PRIVATE: readonly (readonly [url: string, problem: WebhookUrlProblem])[] = [
  ['http://hooks.example.com/vezne', 'not_https'],
  ['http://localhost:4003/webhooks', 'not_https'],
  ['https://localhost/', 'private_network'],
  ['https://shop.localhost/', 'private_network'],
  ['https://printer.local/', 'private_network'],
  ['https://metadata.google.internal/', 'private_network'],
  ['https://postgres/', 'private_network'],
  ['https://127.0.0.1:4003/', 'private_network'],
  ['https://10.0.0.1/', 'private_network'],
  ['https://169.254.169.254/latest', 'private_network'],
  ['https://[::1]/', 'private_network'],
  ['https://[::ffff:7f00:1]/', 'private_network'],
  ['https://[64:ff9b::7f00:1]/', 'private_network'],
];

for (const [url, problem] of PRIVATE) {
  test(`${url} is for development only`, () => {
    assert.equal(checkedWebhookUrl(url, DEVELOPMENT), url);
    assert.throws(() => checkedWebhookUrl(url, PRODUCTION), refusedFor('endpoint_url_invalid', { problem }));
  });
}
