import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { TRANSACTION_STATUSES } from '@vezne/domain/transaction-state';
import type { TransactionStatus } from '@vezne/domain/transaction-state';
import type pg from 'pg';
import { STATUS_TEXTS } from '../../../src/http/pay/status-texts.ts';
import { startTestApi } from '../../harness/api.ts';
import type { TestApi } from '../../harness/api.ts';
import { post, send } from '../../harness/client.ts';
import type { Answer } from '../../harness/client.ts';
import { assertCreated } from '../../harness/expectations.ts';
import { depositBody, withdrawalBody } from '../../harness/factories.ts';

const get = async ({ url }: TestApi, path: string, language?: string): Promise<Answer> =>
  await send(url, {
    method: 'GET',
    path,
    headers: language === undefined ? {} : { 'accept-language': language },
  });

/** Creates a deposit and gives the path of its page, `/pay/{id}/{token}`. */
async function newPage({ url, partner }: TestApi, changes: Record<string, unknown> = {}): Promise<string> {
  const { hostedUrl } = assertCreated(await post(url, partner, '/v1/deposits', depositBody(changes)));
  return new URL(String(hostedUrl)).pathname;
}

async function setStatus(owner: pg.Pool, status: TransactionStatus): Promise<void> {
  const isRejected = status === 'rejected';
  await owner.query(
    `update transaction set status = $1, reason_code = $2,
       decided_at = case when $1 in ('approved', 'rejected') then now() end,
       commission_cents = case when $3 then 0 else commission_cents end,
       net_amount_cents = case when $3 then 0 else net_amount_cents end,
       player_amount_cents = case when $3 then 0 else player_amount_cents end,
       balance_impact_cents = case when $3 then 0 else balance_impact_cents end`,
    [status, isRejected ? 'no_money_seen' : null, isRejected],
  );
}

/** Every row that a deposit has anywhere, as text. */
async function everything(owner: pg.Pool): Promise<unknown> {
  const { rows } = await owner.query(
    `select (select jsonb_agg(to_jsonb(t) order by id) from transaction t)::text as transactions,
            (select jsonb_agg(to_jsonb(s) order by transaction_id, step_no) from transaction_step s)::text as steps`,
  );
  return rows;
}

suite('the page of a deposit', { concurrency: 4 }, () => {
  test('is Turkish, and English for a browser that asks for English', async (t) => {
    const api = await startTestApi(t);
    const path = await newPage(api);
    for (const [language, expected, amount] of [
      [undefined, 'tr', '1.000,00 ₺'],
      ['', 'tr', '1.000,00 ₺'],
      ['tr-TR,tr;q=0.9,en;q=0.8', 'tr', '1.000,00 ₺'],
      ['*', 'tr', '1.000,00 ₺'],
      ['en', 'en', '₺1,000.00'],
      ['en-GB,en;q=0.9,tr;q=0.1', 'en', '₺1,000.00'],
    ] as const) {
      const page = await get(api, path, language);
      assert.equal(page.status, 200);
      assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
      assert.match(page.text, new RegExp(`<html lang="${expected}">`));
      assert.ok(page.text.includes(STATUS_TEXTS[expected].status.waiting_payment.heading), language);
      assert.ok(page.text.includes(`<dd>${amount}</dd>`), page.text);
    }
  });

  test('shows each state in its own words', async (t) => {
    const api = await startTestApi(t);
    const path = await newPage(api);
    for (const status of TRANSACTION_STATUSES) {
      await setStatus(api.owner, status);
      for (const language of ['tr', 'en'] as const) {
        const { status: httpStatus, text } = await get(api, path, language);
        assert.equal(httpStatus, 200);
        for (const other of TRANSACTION_STATUSES) {
          const { heading, body } = STATUS_TEXTS[language].status[other];
          assert.equal(text.includes(`>${heading}</h1>`), other === status, `${status}: ${heading}`);
          assert.equal(text.includes(`<p>${body}</p>`), other === status, `${status}: ${body}`);
        }
      }
    }
  });

  test('writes amounts of every size as people write them', async (t) => {
    const api = await startTestApi(t);
    for (const [amount, turkish, english] of [
      ['50.00', '50,00 ₺', '₺50.00'],
      ['999.99', '999,99 ₺', '₺999.99'],
      ['12345.60', '12.345,60 ₺', '₺12,345.60'],
      ['500000.00', '500.000,00 ₺', '₺500,000.00'],
    ] as const) {
      const path = await newPage(api, { amount });
      assert.ok((await get(api, path, 'tr')).text.includes(`<dd>${turkish}</dd>`));
      assert.ok((await get(api, path, 'en')).text.includes(`<dd>${english}</dd>`));
    }
  });

  test('changes nothing, however often and with whatever method it is asked for', async (t) => {
    const api = await startTestApi(t);
    const path = await newPage(api);
    const before = await everything(api.owner);
    const head = await send(api.url, { method: 'HEAD', path });
    assert.equal(head.status, 200);
    assert.equal(head.text, '');
    for (let visit = 0; visit < 5; visit++)
      assert.equal((await get(api, `${path}?sent=1&status=approved`)).status, 200);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const form = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '15' };
      const answer = await send(api.url, { method, path, headers: form, body: 'status=approved' });
      assert.equal(answer.status, 404, method);
    }
    assert.deepEqual(await everything(api.owner), before);
  });

  test('forbids browsers and caches everything it does not need', async (t) => {
    const api = await startTestApi(t);
    const path = await newPage(api);
    for (const page of [
      await get(api, path),
      await get(api, `${path}x`),
      await send(api.url, { method: 'HEAD', path }),
    ]) {
      const policy = String(page.headers['content-security-policy']).split('; ');
      for (const directive of [
        "default-src 'none'",
        "style-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
      ]) {
        assert.ok(policy.includes(directive), directive);
      }
      assert.ok(!policy.some((directive) => /unsafe|script-src|\*|data:/.test(directive)), policy.join('; '));
      assert.equal(page.headers['cache-control'], 'no-store');
      assert.equal(page.headers['referrer-policy'], 'no-referrer');
      assert.equal(page.headers['x-content-type-options'], 'nosniff');
      assert.doesNotMatch(page.text, /<script|style=|\son[a-z]+=|https?:\/\//i);
    }
    // The one thing that it loads is there, where the page says it is.
    const [, href = ''] = /<link rel="stylesheet" href="([^"]+)">/.exec((await get(api, path)).text) ?? [];
    const style = await get(api, new URL(href, new URL(path, api.url)).pathname);
    assert.equal(style.status, 200);
    assert.equal(style.headers['content-type'], 'text/css; charset=utf-8');
  });

  test('takes the name of a partner for text, whatever it holds', async (t) => {
    const names = [
      `<script>alert(1)</script>`,
      `"><img src=x onerror=alert(1)>`,
      `</title><svg/onload=alert(1)>`,
      `<%= process.env %>`,
      `'&lt;b&gt;'`,
    ];
    for (const name of names) {
      const api = await startTestApi(t, {
        prepare: async (owner, { id }) =>
          await owner.query('update partner set name = $2 where id = $1', [id, name]),
      });
      const { text } = await get(api, await newPage(api));
      const escaped = name
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;')
        .replaceAll("'", '&#39;');
      assert.ok(text.includes(`<p class="partner">${escaped}</p>`), text);
      assert.ok(text.includes(` · ${escaped}</title>`), text);
      assert.ok(!text.includes(name), text);
    }
  });
});

suite('while the database cannot be read', { concurrency: 4 }, () => {
  test('a player gets a page that asks for patience, and a made-up address its usual page, without a query', async (t) => {
    const api = await startTestApi(t);
    const path = await newPage(api);
    const missing = await get(api, `${path}x`);
    await api.owner.query('alter table transaction rename to hidden');
    for (const language of ['tr', 'en'] as const) {
      const page = await get(api, path, language);
      assert.equal(page.status, 503);
      assert.equal(page.headers['retry-after'], '5');
      assert.ok(page.text.includes(`<html lang="${language}">`), page.text);
      assert.ok(page.text.includes(`${STATUS_TEXTS[language].unavailable.heading}</h1>`), page.text);
      const { 'retry-after': _, ...headers } = page.headers;
      assert.deepEqual(Object.keys(headers), Object.keys(missing.headers));
      assert.equal(headers['content-security-policy'], missing.headers['content-security-policy']);
      assert.equal(headers['content-type'], 'text/html; charset=utf-8');
    }
    const unknown = await get(api, `${path}x`);
    assert.equal(unknown.status, 404);
    assert.equal(unknown.text, missing.text);
    await api.owner.query('alter table hidden rename to transaction');
    assert.equal((await get(api, path)).status, 200);
  });

  test('a page whose key is not in the configuration is not found, and no error', async (t) => {
    const api = await startTestApi(t);
    const path = await newPage(api);
    await api.owner.query('update transaction set page_key_version = 2');
    assert.equal((await get(api, path)).status, 404);
  });
});

suite('an address that is not that of a deposit', { concurrency: 4 }, () => {
  test('gets one and the same page, which tells nothing', async (t) => {
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
    assert.ok(missing.text.includes(STATUS_TEXTS.tr.missing.heading));
    assert.ok(!missing.text.includes(api.partner.name));

    // The last letter of a token carries two unused bits; only one of the four spellings is right.
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
      // Letters whose last eight bits are those of the right ones.
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
      for (const language of ['tr', 'en'] as const) {
        const page = await get(api, `/pay/${wrongId}/${wrongToken}`, language);
        const what = `${wrongId} ${wrongToken}`;
        assert.equal(page.status, 404, what);
        if (language === 'tr') assert.equal(page.text, missing.text, what);
        else assert.ok(page.text.includes(STATUS_TEXTS.en.missing.heading), what);
        assert.deepEqual(Object.keys(page.headers), Object.keys(missing.headers), what);
      }
    }
    assert.equal((await get(api, path)).status, 200);
  });

  test('with a path that is no page at all is refused in the words of the interface', async (t) => {
    const api = await startTestApi(t);
    const path = await newPage(api);
    for (const odd of [
      '/pay',
      '/pay/',
      `${path}/`,
      `${path}/x`,
      path.replace('/pay/', '/pay//'),
      '/pay/%/%',
      '/pay/%zz/x',
      `/pay/x/${'x'.repeat(5_000)}`,
      '/PAY/x/y',
    ]) {
      const answer = await get(api, odd);
      assert.equal(answer.status, 404, odd);
      assert.equal(answer.json?.['code'], 'not_found', odd);
    }
  });
});
