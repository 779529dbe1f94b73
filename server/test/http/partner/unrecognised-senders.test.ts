import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { startTestApi } from '../../harness/api.ts';
import { post, send, sign } from '../../harness/client.ts';
import type { RawRequest } from '../../harness/client.ts';
import { assertRefused, until } from '../../harness/expectations.ts';
import { depositBody, insertCredential } from '../../harness/factories.ts';
import { captureLog } from '../../harness/log-lines.ts';

const PATH = '/v1/deposits';
const WARNED = 'the sender of a request was not recognised';
/** Made up for tests. */
const WEBHOOK_SECRET = 'whsec_dGhpcnR5LXR3byBieXRlcyBvZiBhIHNlY3JldCE=';
const UNKNOWN_KEY = `vzk_test_${'0'.repeat(26)}`;

function withHeaders(request: RawRequest, headers: Record<string, string | string[]>): RawRequest {
  return { ...request, headers: { ...request.headers, ...headers } };
}

suite('the log of a request whose sender was not recognised', { concurrency: 4 }, () => {
  test('names the claimed key, the network and the reason, which the partner is not told', async (t) => {
    const { log, lines } = captureLog();
    let ended = { expired: UNKNOWN_KEY, revoked: UNKNOWN_KEY };
    const { url, partner } = await startTestApi(t, {
      log,
      prepare: async (owner, { id }) => {
        const [expired, revoked] = [await insertCredential(owner, id), await insertCredential(owner, id)];
        await owner.query(`update credential set expires_at = now() - interval '1 s' where api_key = $1`, [
          expired.apiKey,
        ]);
        await owner.query('update credential set revoked_at = now() where api_key = $1', [revoked.apiKey]);
        ended = { expired: expired.apiKey, revoked: revoked.apiKey };
      },
    });
    const signed = sign(partner, { path: PATH, body: depositBody() });
    const old = Math.floor(Date.now() / 1_000) - 1_000;
    const { apiKey, apiSecret, hashSecret, id } = partner;
    const cases: [
      request: RawRequest,
      expected: [reason: string, key: string, partnerId: string | undefined],
    ][] = [
      [withHeaders(signed, { 'x-signature': '0'.repeat(64) }), ['signature_wrong', apiKey, id]],
      [withHeaders(signed, { 'x-api-key': UNKNOWN_KEY }), ['key_unknown', UNKNOWN_KEY, undefined]],
      [withHeaders(signed, { 'x-api-key': ended.expired }), ['key_expired', ended.expired, undefined]],
      [withHeaders(signed, { 'x-api-key': ended.revoked }), ['key_revoked', ended.revoked, undefined]],
      [
        sign(partner, { path: PATH, body: depositBody(), timestamp: old }),
        ['timestamp_out_of_range', apiKey, id],
      ],
      // Somebody has mistaken their secret for their key.
      [withHeaders(signed, { 'x-api-key': apiSecret }), ['key_is_secret', 'secret', undefined]],
      [withHeaders(signed, { 'x-api-key': hashSecret }), ['key_is_secret', 'secret', undefined]],
      [withHeaders(signed, { 'x-api-key': `"${apiSecret}"` }), ['key_is_secret', 'secret', undefined]],
      [withHeaders(signed, { 'x-api-key': WEBHOOK_SECRET }), ['key_is_secret', 'secret', undefined]],
      [withHeaders(signed, { 'x-api-key': [apiSecret, apiKey] }), ['header_repeated', 'repeated', undefined]],
      [withHeaders(signed, { 'x-api-key': `${apiKey}0` }), ['key_unknown', 'malformed', undefined]],
      [withHeaders(signed, { 'x-api-key': [apiKey, apiKey] }), ['header_repeated', 'repeated', undefined]],
      [withHeaders(signed, { 'x-signature': apiSecret }), ['header_malformed', apiKey, id]],
      [{ path: PATH, body: '{}' }, ['header_missing', 'missing', undefined]],
    ];
    for (const [request] of cases) {
      const { status, text } = await send(url, request);
      assert.equal(status, 401);
      assert.doesNotMatch(text, /revoked|expired|claimed|127\.0\.0\.1/);
    }
    const said = ({ reason, claimedKey, claimedPartnerId }: Record<string, unknown>) => [
      reason,
      claimedKey,
      claimedPartnerId,
    ];
    assert.deepEqual(
      lines(WARNED).map(said),
      cases.map(([, expected]) => expected),
    );
    const answers = await until(
      async () => await Promise.resolve(lines('answered')),
      ({ length }) => length === cases.length,
    );
    assert.deepEqual(answers.map(said), lines(WARNED).map(said), 'for each request, by its id');
    for (const [index, line] of lines(WARNED).entries()) {
      assert.deepEqual(
        [line['network'], line['level'], line['requestId']],
        ['127.0.0.1', 40, answers[index]?.['requestId']],
      );
      for (const secret of [apiSecret, hashSecret, WEBHOOK_SECRET]) {
        assert.ok(!JSON.stringify([line, answers[index]]).includes(secret.slice('whsec_'.length)));
      }
    }
    const [ahead] = lines(WARNED).flatMap(({ clockAheadSeconds }) => clockAheadSeconds ?? []);
    assert.ok(typeof ahead === 'number' && ahead <= -1_000 && ahead > -1_060, JSON.stringify(ahead));
  });

  test('still says it when there were too many, which is another answer', async (t) => {
    const { log, lines } = captureLog();
    const { url, partner } = await startTestApi(t, { log, config: { failedSignInsPerSecond: 1 } });
    const forged = withHeaders(sign(partner, { path: PATH, body: depositBody() }), {
      'x-signature': '0'.repeat(64),
    });
    const answers = [await send(url, forged), await send(url, forged), await send(url, forged)];
    assert.equal(answers.at(-1)?.json?.['code'], 'rate_limited');
    assert.deepEqual(
      lines(WARNED).map(({ reason }) => reason),
      answers.map(() => 'signature_wrong'),
    );
  });
});

test('the log of a partner that comes from a wrong network names the network', async (t) => {
  const { log, lines } = captureLog();
  const { url, partner } = await startTestApi(t, { log, partner: { allowedNetworks: ['192.0.2.0/24'] } });
  assertRefused(await post(url, partner, PATH, depositBody()), 'address_not_allowed');
  const [line] = await until(
    async () => await Promise.resolve(lines('answered')),
    ({ length }) => length === 1,
  );
  assert.deepEqual(
    [line?.['code'], line?.['partnerId'], line?.['network']],
    ['address_not_allowed', partner.id, '127.0.0.1'],
  );
  assert.deepEqual(lines(WARNED), [], 'the sender was recognised');
});
