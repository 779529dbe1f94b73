import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { countTransactions, startTestApi } from '../../harness/api.ts';
import { post, send, sign } from '../../harness/client.ts';
import { assertCreated, assertRefused } from '../../harness/expectations.ts';
import { depositBody, insertPartner, withdrawalBody } from '../../harness/factories.ts';

const PATH = '/v1/deposits';

suite('the rate limit of a partner', () => {
  test('makes further requests wait, and nothing is written', async (t) => {
    const { url, owner, partner } = await startTestApi(t, { partner: { requestsPerSecond: 3 } });
    // A window is a second long, and these start together: even on a stalling machine they fall into few windows.
    const answers = await Promise.all(
      Array.from({ length: 30 }, async () => await post(url, partner, PATH, depositBody())),
    );
    const refused = answers.filter(({ status }) => status !== 201);
    assert.ok(refused.length >= 15, `${refused.length} refused`);
    assert.equal(await countTransactions(owner), answers.length - refused.length);
    for (const answer of refused) {
      assertRefused(answer, 'rate_limited');
      assert.equal(answer.headers['retry-after'], '1');
      assert.equal(answer.headers['ratelimit-remaining'], '0');
    }
    for (const answer of answers) {
      assert.equal(answer.headers['ratelimit-limit'], '3');
      assert.equal(answer.headers['ratelimit-reset'], '1');
    }
    const remaining = answers
      .filter(({ status }) => status === 201)
      .map(({ headers }) => headers['ratelimit-remaining']);
    assert.deepEqual(new Set(remaining), new Set(['2', '1', '0']));
  });

  test('does not stop the retry of an existing transaction', async (t) => {
    const { url, owner, partner } = await startTestApi(t, { partner: { requestsPerSecond: 1 } });
    const body = withdrawalBody();
    const first = await post(url, partner, '/v1/withdrawals', body);
    assertCreated(first);
    const replays = await Promise.all(
      Array.from({ length: 30 }, async () => await post(url, partner, '/v1/withdrawals', body)),
    );
    for (const replay of replays) assert.equal(replay.text, first.text);
    assert.ok(replays.filter(({ headers }) => headers['ratelimit-remaining'] === '0').length >= 20);
    assert.equal(await countTransactions(owner), 1);
  });

  test("is the partner's own, or the default if it has none", async (t) => {
    let other = { apiKey: '', apiSecret: '', hashSecret: '' };
    const { url, partner } = await startTestApi(t, {
      config: { requestsPerSecond: 2 },
      partner: { requestsPerSecond: null },
      prepare: async (owner) => {
        other = await insertPartner(owner);
      },
    });
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => await post(url, partner, PATH, depositBody())),
    );
    assert.ok(answers.some(({ status }) => status === 429));
    assert.ok(answers.every(({ headers }) => headers['ratelimit-limit'] === '2'));
    const others = await Promise.all(
      Array.from({ length: 20 }, async () => await post(url, other, PATH, depositBody())),
    );
    assert.ok(others.every(({ status }) => status === 201));
  });
});

suite('failed signatures from one address', () => {
  test('are soon refused without a check, and never block good requests', async (t) => {
    const { url, owner, partner } = await startTestApi(t, { config: { failedSignInsPerSecond: 5 } });
    const request = sign(partner, { path: PATH, body: depositBody() });
    const bad = { ...request, headers: { ...request.headers, 'x-signature': '0'.repeat(64) } };
    const answers = await Promise.all(Array.from({ length: 60 }, async () => await send(url, bad)));
    const limited = answers.filter(({ status }) => status === 429);
    assert.ok(limited.length >= 30, `${limited.length} limited`);
    for (const answer of limited) {
      assertRefused(answer, 'rate_limited');
      assert.equal(answer.headers['retry-after'], '1');
    }
    assert.ok(answers.every(({ status }) => status === 429 || status === 401));
    assertCreated(await send(url, request));
    assert.equal(await countTransactions(owner), 1);
  });
});

suite('a base address with a path', () => {
  test('does not change the signed path, which starts at /v1/ with and without the prefix', async (t) => {
    const { url, owner, partner } = await startTestApi(t, { config: { publicUrl: 'https://x.example/api' } });
    for (const [path, newBody] of [
      [PATH, depositBody],
      ['/v1/withdrawals', withdrawalBody],
    ] as const) {
      const request = sign(partner, { path, body: newBody() });
      const first = await send(url, { ...request, path: `/api${path}` });
      assertCreated(first);
      // A proxy that strips the prefix.
      assert.equal((await send(url, request)).text, first.text);
      const withPrefix = sign(partner, { path: `/api${path}`, body: newBody() });
      assertRefused(await send(url, withPrefix), 'signature_invalid');
      for (const target of [
        `/api/api${path}`,
        `/apiary${path}`,
        `/API${path}`,
        `/api/${path}`,
        `/%61pi${path}`,
        `/x${path}`,
      ]) {
        assertRefused(await send(url, { ...request, path: target }), 'not_found', target);
      }
    }
    assert.equal(await countTransactions(owner), 2);
  });

  test("is part of the players' address, which works with and without it", async (t) => {
    const { url, partner } = await startTestApi(t, { config: { publicUrl: 'https://x.example/api' } });
    const hostedUrl = String(assertCreated(await post(url, partner, PATH, depositBody()))['hostedUrl']);
    assert.ok(hostedUrl.startsWith('https://x.example/api/pay/txn_'));
    const { pathname } = new URL(hostedUrl);
    for (const path of [pathname, pathname.replace('/api', '')]) {
      assert.equal((await send(url, { method: 'GET', path })).status, 200, path);
    }
  });
});
