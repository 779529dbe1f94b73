import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTrustedProxies } from '../../../src/http/server/trusted-proxies.ts';
import { startTestApi } from '../../harness/api.ts';
import { send, sign } from '../../harness/client.ts';
import { captureLog } from '../../harness/log-lines.ts';

const GIVEN = `req_${'0123456789abcdef'.repeat(2)}`;
const OWN = /^req_[0-9a-f]{32}$/;

test('one id leads through the log of the proxy, our log, the header and the body of an error', async (t) => {
  const { log, lines } = captureLog();
  const { url, partner } = await startTestApi(t, { config: { trustedProxies: ['127.0.0.1'] }, log });
  const headers = { 'x-request-id': GIVEN };
  const answer = await send(url, sign(partner, { path: '/v1/deposits', body: {}, headers }));
  assert.equal(answer.headers['x-request-id'], GIVEN);
  assert.equal(answer.json?.['requestId'], GIVEN);
  assert.deepEqual(
    lines('answered').map(({ requestId }) => requestId),
    [GIVEN],
  );
});

test('an id of any other form is not taken from a proxy either', async (t) => {
  const { url } = await startTestApi(t, { config: { trustedProxies: ['127.0.0.1'] } });
  const long = `${GIVEN}0`;
  for (const id of [
    '',
    'req_1',
    long,
    GIVEN.toUpperCase(),
    `${GIVEN} `.repeat(2),
    'a'.repeat(8_000),
    [GIVEN, GIVEN],
  ]) {
    const { headers } = await send(url, { method: 'GET', path: '/healthz', headers: { 'x-request-id': id } });
    assert.match(String(headers['x-request-id']), OWN);
    assert.notEqual(headers['x-request-id'], GIVEN);
  }
});

test('an id is not taken from anybody but a trusted proxy', async (t) => {
  for (const trustedProxies of [[], ['192.0.2.1', '198.51.100.0/24']]) {
    const { url } = await startTestApi(t, { config: { trustedProxies } });
    const headers = { 'x-request-id': GIVEN, 'x-forwarded-for': '192.0.2.1' };
    const answer = await send(url, { method: 'GET', path: '/healthz', headers });
    assert.match(String(answer.headers['x-request-id']), OWN);
    assert.notEqual(answer.headers['x-request-id'], GIVEN);
  }
});

test('addresses and networks of both versions are trusted, also when an IPv4 address comes mapped into IPv6', () => {
  const { isTrusted } = createTrustedProxies(['10.0.0.5', '10.1.0.0/24', '2001:db8::5', '2001:db8:1::/48']);
  for (const address of ['10.0.0.5', '::ffff:10.0.0.5', '10.1.0.200', '2001:db8::5', '2001:db8:1:2::3']) {
    assert.equal(isTrusted(address), true, address);
  }
  for (const address of [
    '10.0.0.6',
    '10.1.1.1',
    '2001:db8::6',
    '2001:db8:2::1',
    '',
    'unknown',
    '10.0.0.5:80',
  ]) {
    assert.equal(isTrusted(address), false, address);
  }
});
