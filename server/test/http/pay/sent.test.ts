import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { TEXTS } from '../../../src/http/pay/texts/texts.ts';
import { startTestApi } from '../../harness/api.ts';
import type { TestApi } from '../../harness/api.ts';
import { send } from '../../harness/client.ts';
import { everything, freezeAndMove, get, newPage, press, setStatus } from './pages.ts';

async function steps({ owner }: TestApi): Promise<string[]> {
  const { rows } = await owner.query<{ step: string }>(
    `select trigger || ' ' || status || ' ' || actor_kind as step from transaction_step order by step_no`,
  );
  return rows.map(({ step }) => step);
}

const resultOf = (path: string, status = 'waiting_confirmation'): string =>
  `svcTransactionId=${path.split('/')[2]}&svcStatus=${status}&externalReference=ref%231`;

suite('a player who says that the transfer was sent', { concurrency: 4 }, () => {
  test('returns to the partner site with the three parameters, and the rest of its address unchanged', async (t) => {
    const api = await startTestApi(t);
    const redirectUrl = 'https://shop.example:8443/a/../r?x&y=%20+%2f#/f?g';
    const path = await newPage(api, { redirectUrl, externalReference: 'ref#1' });
    const answer = await press(api, path);
    assert.equal(answer.status, 303);
    assert.equal(
      answer.headers.location,
      `https://shop.example:8443/a/../r?x&y=%20+%2f&${resultOf(path)}#/f?g`,
    );
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(answer.headers['referrer-policy'], 'no-referrer');
    assert.deepEqual(await steps(api), [
      'create waiting_payment partner',
      'confirm_sent waiting_confirmation player',
    ]);
    assert.ok((await get(api, path)).text.includes(`>${TEXTS.tr.checking.title}</h1>`));
  });

  test('returns to any address that the partner was allowed to give, byte by byte', async (t) => {
    const api = await startTestApi(t);
    const odd = 'https://shop.example/a/../b//c;d=1,2|{}"<>^`/%zz%?q=%';
    const path = await newPage(api, { redirectUrl: `${odd}#%23"'`, externalReference: 'ref#1' });
    assert.equal((await press(api, path)).headers.location, `${odd}&${resultOf(path)}#%23"'`);
  });

  test('changes the state only once, however often and fast the button is pressed', async (t) => {
    const api = await startTestApi(t);
    const path = await newPage(api, { externalReference: 'ref#1' });
    const answers = await Promise.all(Array.from({ length: 20 }, async () => await press(api, path)));
    for (const { status, headers } of answers) {
      assert.equal(status, 303);
      assert.equal(headers.location, `https://shop.example/return?order=7&${resultOf(path)}`);
    }
    const after = await everything(api.owner);
    assert.equal((await steps(api)).length, 2);
    assert.equal((await press(api, path)).status, 303);
    assert.deepEqual(await everything(api.owner), after);
  });

  test('changes nothing after the decision, and reads about a rejection on the page', async (t) => {
    const api = await startTestApi(t);
    const path = await newPage(api, { externalReference: 'ref#1' });
    await setStatus(api.owner, 'approved');
    const before = await everything(api.owner);
    const approved = await press(api, path);
    assert.equal(
      approved.headers.location,
      `https://shop.example/return?order=7&${resultOf(path, 'approved')}`,
    );
    assert.deepEqual(await everything(api.owner), before);
    await setStatus(api.owner, 'rejected', 'partner_cancelled');
    const closed = await everything(api.owner);
    const rejected = await press(api, path);
    assert.equal(rejected.status, 303);
    assert.equal(rejected.headers.location, `${path}?lang=tr`);
    assert.deepEqual(await everything(api.owner), closed);
  });

  test('is asked once more with the amount and the code, on a separate page that needs no script', async (t) => {
    const api = await startTestApi(t);
    const path = await newPage(api);
    const { rows } = await api.owner.query<{ code: string }>(
      'select reference_code as code from transaction',
    );
    const code = rows[0]?.code ?? '';
    for (const language of ['tr', 'en'] as const) {
      const page = await get(api, path, language);
      assert.ok(page.text.includes(`<a class="button" href="${path}/sent?lang=${language}" id="ask">`));
      const question = await get(api, `${path}/sent?lang=${language}`);
      for (const { text } of [page, question]) {
        const [form = ''] = /<p>(?:(?!<p>).)*?<dl class="facts">.*?<\/form>/s.exec(text) ?? [];
        assert.ok(form.includes(TEXTS[language].confirm.body), text);
        assert.ok(form.includes(language === 'tr' ? '1.000,00 ₺' : '₺1,000.00'), form);
        assert.ok(form.includes(`${code.slice(0, 4)} ${code.slice(4)}`), form);
        assert.ok(form.includes(`<form method="post" action="${path}/sent?lang=${language}">`), form);
      }
      assert.ok(question.text.includes(`<h1>${TEXTS[language].confirm.title}</h1>`));
      // It never changes by itself: a script only sees to it that the press arrives.
      assert.doesNotMatch(question.text, /data-state|http-equiv/);
    }
    await press(api, path);
    const late = await get(api, `${path}/sent?lang=en`);
    assert.deepEqual([late.status, late.headers.location], [303, `${path}?lang=en`]);
  });

  test('is asked to try again while the press cannot be saved, and stays on our page', async (t) => {
    const api = await startTestApi(t);
    const path = await newPage(api);
    await api.owner.query('revoke insert on transaction_step from vezne_api');
    const answer = await send(api.url, {
      path: `${path}/sent`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'shownIban=TR33&next=details%22%3E%3Cscript%3E&other=x',
    });
    assert.equal(answer.status, 503);
    assert.ok(
      answer.text.includes('<input type="hidden" name="shownIban" value="TR33">'),
      'and sends the same fields',
    );
    assert.ok(answer.text.includes('name="next" value="details&quot;&gt;&lt;script&gt;">'), answer.text);
    assert.doesNotMatch(answer.text, /<script(?! src="\/pay\/assets\/)|other/);
    assert.ok(answer.text.includes(`<h1>${TEXTS.tr.notices.notSaved.title}</h1>`));
    assert.ok(
      answer.text.includes(`<form method="post" action="${path}/sent">`),
      'the page offers the same press again',
    );
    assert.match(String(answer.headers['content-security-policy']), /form-action 'self' http: https:$/);
    await api.owner.query('grant insert on transaction_step to vezne_api');
    assert.equal((await press(api, path)).status, 303);
  });

  test('succeeds even if the database is away for some seconds at that moment', async (t) => {
    const api = await startTestApi(t);
    const path = await newPage(api);
    const name = new URL(api.database.urlOf('vezne_api')).pathname.slice(1);
    await api.owner.query(`alter database ${name} connection limit 0`);
    await api.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'vezne_api'`,
    );
    const pressed = press(api, path);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    assert.equal((await get(api, path)).status, 503, 'the database is away');
    await api.owner.query(`alter database ${name} connection limit -1`);
    assert.match(String((await pressed).headers.location), /svcStatus=waiting_confirmation/);
  });

  test('and wants to add a receipt gets to its form first, and other players do not', async (t) => {
    const api = await startTestApi(t);
    const path = await newPage(api, { externalReference: 'ref#1' });
    const question = await get(api, `${path}/sent?lang=en`);
    assert.match(question.text, /<button class="button plain" name="next" value="details">/);
    const pressedWith = async (body: string): Promise<unknown> =>
      (
        await send(api.url, {
          path: `${path}/sent?lang=en`,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body,
        })
      ).headers.location;
    assert.equal(await pressedWith('next=details'), `${path}/details?lang=en&for=receipt`);
    assert.equal((await steps(api)).length, 2);
    for (const body of [
      'next=https://elsewhere.example',
      'next=details%0d%0ax',
      'next=',
      'next=x&next=details',
    ])
      assert.equal(await pressedWith(body), `https://shop.example/return?order=7&${resultOf(path)}`, body);
    await setStatus(api.owner, 'approved');
    assert.match(String(await pressedWith('next=details')), /svcStatus=approved/);
  });

  test('after reading the IBAN of an account that is now frozen succeeds, and is warned before returning', async (t) => {
    const api = await startTestApi(t);
    const path = await newPage(api);
    const [, shownIban = ''] = /name="shownIban" value="(\w+)"/.exec((await get(api, path)).text) ?? [];
    assert.match(shownIban, /^TR\d{24}$/);
    const iban = await freezeAndMove(api);
    const pressedAt = async (shown: string): Promise<unknown> =>
      (
        await send(api.url, {
          path: `${path}/sent`,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: `shownIban=${shown}`,
        })
      ).headers.location;
    const ownPage = String(await pressedAt(shownIban));
    assert.ok(ownPage.startsWith(`${path}?lang=tr&shown=`), ownPage);
    assert.equal((await steps(api)).at(-1), 'confirm_sent waiting_confirmation player');
    assert.ok((await get(api, ownPage)).text.includes(TEXTS.tr.moved.afterSent.title));
    assert.match(String(await pressedAt(iban)), /^https:\/\/shop\.example\//);
  });

  test('after the time is over still succeeds, as long as the worker has not closed the deposit', async (t) => {
    const api = await startTestApi(t);
    const path = await newPage(api);
    await api.owner.query(`update transaction set expires_at = now() - interval '1 second'`);
    assert.match(String((await press(api, path)).headers.location), /svcStatus=waiting_confirmation/);
    assert.equal((await steps(api)).length, 2);
  });

  test('may send unknown fields along, but only up to a limit', async (t) => {
    const api = await startTestApi(t);
    const path = `${await newPage(api)}/sent`;
    const headers = { 'content-type': 'text/plain' };
    const large = await send(api.url, { path, headers, body: 'x'.repeat(17_000) });
    assert.equal(large.status, 413);
    assert.equal((await steps(api)).length, 1);
    assert.equal((await send(api.url, { path, headers, body: '\0%' })).status, 303);
  });
});

suite('an open page', { concurrency: 4 }, () => {
  test('learns from a small response that it is outdated, and only when it is', async (t) => {
    const api = await startTestApi(t);
    const path = await newPage(api);
    const version = async (): Promise<string> => {
      // As it is now: what is answered from memory may be a moment old, which news.test.ts is about.
      const { status, json, headers, text } = await get(api, `${path}/state?now`);
      assert.equal(status, 200);
      assert.equal(headers['cache-control'], 'no-store');
      assert.equal(headers['content-type'], 'application/json; charset=utf-8');
      assert.equal(headers['referrer-policy'], 'no-referrer');
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.equal(headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'");
      assert.ok(text.length < 100, text);
      return String(json?.['version']);
    };
    const seen = new Set<string>();
    const isNew = async (): Promise<void> => {
      const now = await version();
      assert.ok(!seen.has(now));
      seen.add(now);
      assert.equal(await version(), now);
      const [, shown] = /data-version="([^"]+)"/.exec((await get(api, path)).text) ?? [];
      if (shown !== undefined) assert.equal(shown, now);
    };
    await isNew();
    await freezeAndMove(api);
    await isNew();
    await api.owner.query(`update transaction set expires_at = now() - interval '1 second'`);
    await isNew();
    await press(api, path);
    await isNew();
    await setStatus(api.owner, 'approved');
    await isNew();
    await setStatus(api.owner, 'rejected', 'amount_mismatch');
    await isNew();
    await setStatus(api.owner, 'rejected', 'other');
    await isNew();
  });

  test('polls for news, with and without script, as long as anything can change', async (t) => {
    const api = await startTestApi(t);
    const path = await newPage(api);
    for (const [status, lookEvery] of [
      ['waiting_payment', '120'],
      ['waiting_confirmation', '10'],
      ['approved', undefined],
      ['rejected', undefined],
    ] as const) {
      await setStatus(api.owner, status);
      const { text } = await get(api, path);
      const [, seconds] =
        /<noscript><meta http-equiv="refresh" content="(\d+)"><\/noscript>/.exec(text) ?? [];
      assert.equal(seconds, lookEvery);
      const isWaiting = lookEvery !== undefined;
      assert.equal(text.includes(`data-state="${path}/state"`), isWaiting);
      assert.equal(text.includes('<script'), isWaiting);
    }
  });
});
