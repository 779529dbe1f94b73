import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { TEXTS } from '../../../src/http/pay/texts/texts.ts';
import { startTestApi } from '../../harness/api.ts';
import { post, send } from '../../harness/client.ts';
import { assertCreated } from '../../harness/expectations.ts';
import { withdrawalBody } from '../../harness/factories.ts';
import { everything, get, newPage, press } from './pages.ts';

suite('an address that does not belong to a deposit', { concurrency: 4 }, () => {
  test('always gets the same page, which reveals nothing', async (t) => {
    const api = await startTestApi(t);
    const path = await newPage(api);
    const other = await newPage(api);
    const { id: withdrawalId } = assertCreated(
      await post(api.url, api.partner, '/v1/withdrawals', withdrawalBody()),
    );
    const [, , id = '', token = ''] = path.split('/');
    const [, , otherId = '', otherToken = ''] = other.split('/');
    const missing = await get(api, `/pay/txn_${'0'.repeat(32)}/${token}`);
    assert.equal(missing.status, 404);
    assert.ok(missing.text.includes(TEXTS.tr.notices.missing.title));
    assert.ok(!missing.text.includes(api.partner.name));
    const before = await everything(api.owner);

    // The last character of a token has two unused bits; only one of the four spellings is right.
    const changed = Array.from(
      token,
      (letter, at) => token.slice(0, at) + (letter === 'A' ? 'B' : 'A') + token.slice(at + 1),
    );
    const wrong = [
      ...changed.map((wrongToken) => [id, wrongToken]),
      [id, otherToken],
      [otherId, token],
      [String(withdrawalId), token],
      [id, token.slice(0, -1)],
      [id, `${token}=`],
      [id, `${token}A`],
      [id, token.toLowerCase()],
      [id, token.toUpperCase()],
      [id, Buffer.from(token, 'base64url').toString('hex')],
      // Characters whose lowest eight bits are those of the right ones.
      [
        id,
        encodeURIComponent(
          Array.from(token, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x100)).join(''),
        ),
      ],
      [id, `%20${token}`],
      [id, `${token}%00`],
      [id.toUpperCase(), token],
      [id.replace('txn_', ''), token],
      [id.replace('txn_', 'TXN_'), token],
      [`${id}0`, token],
      [`%20${id}`, token],
      [id.slice(4).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'), token],
      [`${id}'--`, token],
    ];
    for (const [wrongId, wrongToken] of wrong) {
      const what = `/pay/${wrongId}/${wrongToken}`;
      for (const language of ['tr', 'en'] as const) {
        const page = await get(api, what, language);
        assert.equal(page.status, 404, what);
        if (language === 'tr') assert.equal(page.text, missing.text, what);
        else assert.ok(page.text.includes(TEXTS.en.notices.missing.title), what);
        assert.deepEqual(Object.keys(page.headers), Object.keys(missing.headers), what);
      }
      for (const answer of [
        await get(api, `${what}/sent`),
        await get(api, `${what}/state`),
        await press(api, what),
      ]) {
        assert.equal(answer.status, 404, what);
        assert.equal(answer.text, missing.text, what);
      }
    }
    assert.deepEqual(await everything(api.owner), before);
    assert.equal((await get(api, path)).status, 200);
  });

  test('can be guessed only a few times a second, and a right address is never refused because of guesses', async (t) => {
    const api = await startTestApi(t, { config: { failedSignInsPerSecond: 5 } });
    const path = await newPage(api);
    const guesses = await Promise.all(Array.from({ length: 60 }, async () => await get(api, `${path}x`)));
    const refused = guesses.filter(({ status }) => status === 429);
    assert.ok(refused.length >= 30, `${refused.length} were refused`);
    for (const { headers, text } of refused) {
      assert.equal(headers['retry-after'], '1');
      assert.ok(text.includes(TEXTS.tr.notices.tooMany.title));
      assert.ok(!text.includes(api.partner.name));
    }
    assert.ok(guesses.every(({ status }) => status === 429 || status === 404));
    assert.equal((await get(api, path)).status, 200);
    assert.equal((await press(api, path)).status, 303);
  });

  test('but starts like one gets a page that a player can read, and no cache keeps it', async (t) => {
    const api = await startTestApi(t);
    const path = await newPage(api);
    const missing = await get(api, `${path}x`);
    for (const odd of [
      '/pay/',
      `${path}/`,
      `${path}/x`,
      `${path}/sent/`,
      `${path}/state/x`,
      path.replace('/pay/', '/pay//'),
      `/pay/x/${'x'.repeat(5_000)}`,
    ]) {
      const answer = await get(api, odd);
      assert.equal(answer.status, 404, odd);
      assert.equal(answer.text, missing.text, odd);
      for (const name of ['cache-control', 'referrer-policy', 'content-security-policy'])
        assert.equal(answer.headers[name], missing.headers[name], `${odd} ${name}`);
    }
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      assert.equal((await send(api.url, { method, path })).text, missing.text, method);
  });

  test('and cannot even be parsed is refused with an error of the API', async (t) => {
    const api = await startTestApi(t);
    for (const odd of [
      '/pay',
      '/pay/%/%',
      '/pay/%zz/x',
      '/PAY/x/y',
      '/pay/assets/',
      '/pay/assets/page.css',
      '/pay/assets/page-12345678.map',
      '/pay/assets/..%2fpage.ts',
    ]) {
      const answer = await get(api, odd);
      assert.equal(answer.status, 404, odd);
      assert.equal(answer.json?.['code'], 'not_found', odd);
      assert.equal(answer.headers['cache-control'], 'no-store', odd);
    }
  });
});
