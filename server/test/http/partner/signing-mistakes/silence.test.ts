// In a process of its own: what runs in it is counted.
import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { suite, test } from 'node:test';
import type { TestContext } from 'node:test';
import { API_ERRORS } from '@vezne/contract/partner/errors';
import { send, sign } from '../../../harness/client.ts';
import type { Answer } from '../../../harness/client.ts';
import { executedFiles } from '../../../harness/executed-files.ts';
import { assertRefused } from '../../../harness/expectations.ts';
import { depositBody } from '../../../harness/factories.ts';
import { PLANTED, PLANTED_PAIRS, plantedRequest } from './planted.ts';
import { openWorld } from './world.ts';

const IN_PRODUCTION = { environment: 'production' } as const;
const ALL_PLANTED = [...PLANTED, ...PLANTED_PAIRS];

/** Without what differs from request to request. */
function bytesOf({ status, text, headers }: Answer): string {
  const requestId = String(headers['x-request-id']);
  assert.ok(text.includes(requestId));
  const names = Object.keys(headers).toSorted().join(' ');
  return `${status} ${names}\n${text.replaceAll(requestId, 'req_')}`;
}

/** How often a key was used to hash something, in all of this process. */
function countHmacs(t: TestContext): () => number {
  const { mock } = t.mock.method(crypto, 'createHmac');
  syncBuiltinESMExports();
  t.after(() => {
    mock.restore();
    syncBuiltinESMExports();
  });
  return () => {
    const count = mock.callCount();
    mock.resetCalls();
    return count;
  };
}

suite('a wrong signature in production', () => {
  test('gets one answer, byte for byte, whatever the mistake was', async (t) => {
    const world = await openWorld(t, IN_PRODUCTION);
    const unexplained = sign(world.partner, { path: '/v1/deposits', body: depositBody() });
    const headers = { ...unexplained.headers, 'x-signature': '0'.repeat(64) };
    const expected = bytesOf(await send(world.url, { ...unexplained, headers }));
    const { error } = API_ERRORS.signature_invalid;
    const body = JSON.stringify({ error, code: 'signature_invalid', requestId: 'req_' });
    assert.equal(expected.split('\n')[1], body);
    for (const planted of ALL_PLANTED) {
      const answer = await send(world.url, plantedRequest(planted, world));
      assert.equal(bytesOf(answer), expected, planted.how);
    }
  });

  test('makes one digest and runs nothing that looks for mistakes', async (t) => {
    for (const { config, finds } of [
      { config: IN_PRODUCTION, finds: false },
      { config: {}, finds: true },
    ]) {
      const world = await openWorld(t, config);
      const requests = PLANTED.map((planted) => plantedRequest(planted, world));
      const takeCount = countHmacs(t);
      const files = await executedFiles(async () => {
        for (const request of requests) {
          takeCount();
          assertRefused(await send(world.url, request), 'signature_invalid');
          const digests = takeCount();
          assert.ok(finds ? digests > 1 : digests === 1, `${digests} digests`);
        }
      }, 1);
      assert.ok(files.includes('http/partner/authenticate.ts'));
      assert.equal(
        files.some((file) => file.includes('signing-mistakes')),
        finds,
        files.join(' '),
      );
    }
  });

  test('is told no more about a signature without the form of one', async (t) => {
    const { url, partner } = await openWorld(t, IN_PRODUCTION);
    const right = sign(partner, { path: '/v1/deposits', body: depositBody() });
    const digits = String(right.headers?.['x-signature']);
    for (const signature of [
      Buffer.from(digits, 'hex').toString('base64'),
      `sha256=${digits}`,
      digits + digits,
    ]) {
      const answer = await send(url, { ...right, headers: { ...right.headers, 'x-signature': signature } });
      const { error } = assertRefused(answer, 'authentication_headers_invalid');
      assert.equal(error, 'X-Signature must be 64 lower-case hexadecimal digits.');
    }
  });
});
