import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { TEXTS } from '../../../src/http/pay/texts/texts.ts';
import { startTestApi } from '../../harness/api.ts';
import type { TestApi } from '../../harness/api.ts';
import { send } from '../../harness/client.ts';
import type { Answer } from '../../harness/client.ts';
import { cookieOf, everything, freezeAndMove, get, newPage, press } from './pages.ts';

const WARNING = '<div class="moved" role="alert">';

async function pressBeside({ url }: TestApi, path: string, iban: string): Promise<Answer> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return await send(url, { path: `${path}/sent`, headers, body: `shownIban=${iban}` });
}

function ibanIn({ text }: Answer): string {
  return /name="shownIban" value="(\w+)"/.exec(text)?.[1] ?? assert.fail(text);
}

suite('that the account has changed', { concurrency: 4 }, () => {
  test('is read only by a player who was shown the old one, on every visit', async (t) => {
    const api = await startTestApi(t);
    const [path, other] = [await newPage(api), await newPage(api)];
    const cookie = cookieOf(await get(api, path));
    await freezeAndMove(api);
    for (const place of ['', '?lang=en', '', '/sent']) {
      const again = await get(api, path + place, 'tr', cookie);
      assert.ok(again.text.includes(WARNING), place);
      assert.equal(cookieOf(again), undefined, 'the account that was seen first stays the one');
    }
    const first = await get(api, other);
    assert.ok(!first.text.includes(WARNING), 'this player never saw another account');
    const seen = cookieOf(first) ?? assert.fail();
    assert.ok(!(await get(api, other, 'tr', seen)).text.includes(WARNING));
    await freezeAndMove(api);
    assert.ok((await get(api, other, 'tr', seen)).text.includes(WARNING), 'now this player did');
    for (const odd of ['shown=', 'shown=x', 'other=1', `shown=${'x'.repeat(5000)}`, 'shown=%00', `x${seen}`])
      assert.ok(!(await get(api, other, 'tr', odd)).text.includes(WARNING), odd);
  });

  test('is kept by the browser of this page alone, and says nothing of the account', async (t) => {
    const api = await startTestApi(t);
    const [path, other] = [await newPage(api), await newPage(api)];
    const before = await everything(api.owner);
    const page = await get(api, path);
    const [set = ''] = page.headers['set-cookie'] ?? [];
    assert.match(
      set,
      /^shown=[\w-]{12}; Path=\/pay\/txn_\w+\/[\w-]+; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
    );
    assert.ok(set.includes(`Path=${path};`));
    assert.ok(!set.includes(ibanIn(page).slice(-4)));
    assert.notEqual(
      cookieOf(await get(api, other)),
      cookieOf(page),
      'the same account on two pages has two marks',
    );
    assert.equal(cookieOf(await get(api, path, 'tr', cookieOf(page))), undefined, 'it is set once');
    assert.equal(cookieOf(await get(api, `${path}/state`)), undefined);
    assert.deepEqual(await everything(api.owner), before, 'looking changes nothing on our side');
  });

  test('is not said again to a player who pressed beside the new account', async (t) => {
    const api = await startTestApi(t);
    const path = await newPage(api);
    const first = await get(api, path);
    await freezeAndMove(api);
    const second = await get(api, path, 'tr', cookieOf(first));
    assert.ok(second.text.includes(WARNING));
    const pressed = cookieOf(await pressBeside(api, path, ibanIn(second)));
    assert.ok(!(await get(api, path, 'tr', pressed)).text.includes(WARNING));
  });

  test('is said to a player who pressed beside the old one, also without cookies', async (t) => {
    const api = await startTestApi(t);
    const path = await newPage(api);
    const first = await get(api, path);
    await freezeAndMove(api);
    const answer = await pressBeside(api, path, ibanIn(first));
    for (const [address, cookie] of [
      [path, cookieOf(answer)],
      [String(answer.headers.location), undefined],
    ] as const) {
      const { text } = await get(api, address, 'tr', cookie);
      assert.ok(text.includes(WARNING) && text.includes(TEXTS.tr.moved.afterSent.title), text);
    }
    assert.equal(cookieOf(await pressBeside(api, path, 'TR1"; Path=/')), undefined);
    assert.equal(cookieOf(await press(api, path)), undefined);
  });
});
