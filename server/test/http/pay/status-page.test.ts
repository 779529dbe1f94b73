import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type pg from 'pg';
import { cents } from '@vezne/domain/money';
import type { ReasonCode, TransactionStatus } from '@vezne/domain/transaction-state';
import { findDecisionRows } from '../../../src/db/read/desk/decision-rows.ts';
import type { Screen } from '../../../src/http/pay/screen.ts';
import { SCREENS } from '../../../src/http/pay/screen.ts';
import { TEXTS } from '../../../src/http/pay/texts/texts.ts';
import { fromTransactionId } from '../../../src/ids.ts';
import { approveDeposit } from '../../../src/usecases/deposits/decide.ts';
import { enterLateMoney } from '../../../src/usecases/deposits/late-money.ts';
import { startTestApi } from '../../harness/api.ts';
import type { TestApi } from '../../harness/api.ts';
import { send } from '../../harness/client.ts';
import { until } from '../../harness/expectations.ts';
import { AYSE, testDecisions, sighting } from '../../harness/desk.ts';
import { depositBody } from '../../harness/factories.ts';
import {
  cookieOf,
  escaped,
  everything,
  freeze,
  freezeAndMove,
  get,
  newPage,
  press,
  setStatus,
  shownText,
} from './pages.ts';

/** Open pages are answered from memory, which is never older. */
const NEWS_WITHIN_MS = 2_000;

/**
 * All screens except that of late money, which is a separate deposit and is tested in e2e/. "reversed" comes last: nothing
 * can follow it.
 */
const IN_TURN = [
  'pay',
  'paused',
  'checking',
  'approved',
  'rejected',
  'expired',
  'reversed',
] as const satisfies Screen[];

const STATES: Readonly<
  Record<(typeof IN_TURN)[number], [status: TransactionStatus, reasonCode?: ReasonCode]>
> = {
  pay: ['waiting_payment'],
  paused: ['waiting_payment'],
  checking: ['waiting_confirmation'],
  approved: ['approved'],
  reversed: ['approved'],
  rejected: ['rejected', 'no_money_seen'],
  expired: ['rejected', 'expired'],
};

/** Puts all deposits into the state that a screen shows. */
async function showing({ owner }: TestApi, screen: (typeof IN_TURN)[number]): Promise<void> {
  await owner.query('update bank_account set status = $1', [screen === 'paused' ? 'frozen' : 'enabled']);
  if (screen !== 'reversed') return await setStatus(owner, ...STATES[screen]);
  await owner.query(
    `update transaction set status = 'approved', reason_code = null, decided_at = now(), corrected_at = now(),
       actual_amount_cents = 0, commission_cents = 0, net_amount_cents = 0, player_amount_cents = 0, balance_impact_cents = 0`,
  );
}

async function approve(pool: pg.Pool, transactionId: string, actualCents: bigint): Promise<void> {
  const rows = await findDecisionRows(pool, [transactionId], { timeoutMs: 5_000 });
  const fingerprint = rows.get(transactionId)?.fingerprint ?? assert.fail();
  const approval = {
    transactionId,
    fingerprint,
    actor: AYSE,
    actualCents: cents(actualCents),
    ...sighting(),
  };
  assert.equal((await testDecisions(pool).submit(approveDeposit(approval))).outcome, 'made');
}

suite('the page of a deposit', { concurrency: 4 }, () => {
  test('is in Turkish, or in English for a browser that asks for it or a player who chooses it', async (t) => {
    const api = await startTestApi(t);
    const path = await newPage(api);
    for (const [query, language, expected, amount] of [
      ['', undefined, 'tr', '1.000,00 ₺'],
      ['', '', 'tr', '1.000,00 ₺'],
      ['', 'tr-TR,tr;q=0.9,en;q=0.8', 'tr', '1.000,00 ₺'],
      ['', '*', 'tr', '1.000,00 ₺'],
      ['', 'en', 'en', '₺1,000.00'],
      ['', 'en-GB,en;q=0.9,tr;q=0.1', 'en', '₺1,000.00'],
      ['', 'de', 'en', '₺1,000.00'],
      ['?lang=tr', 'en', 'tr', '1.000,00 ₺'],
      ['?lang=en', 'tr', 'en', '₺1,000.00'],
      ['?lang=de', 'tr', 'tr', '1.000,00 ₺'],
      ['?lang=en&lang=tr', 'tr', 'tr', '1.000,00 ₺'],
    ] as const) {
      const page = await get(api, path + query, language);
      assert.equal(page.status, 200);
      assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
      assert.match(page.text, new RegExp(`<html lang="${expected}">`));
      assert.ok(page.text.includes(`>${TEXTS[expected].pay.title}</h1>`), language);
      assert.ok(page.text.includes(`<span class="value">${amount}</span>`), page.text);
      assert.match(page.text, new RegExp(`href="\\?lang=${expected}"[^>]* aria-current="true"`));
    }
  });

  test("opens in the partner's language whatever the browser asks for, and the player's own choice wins", async (t) => {
    const api = await startTestApi(t);
    for (const [language, other] of [
      ['en', 'tr'],
      ['tr', 'en'],
    ] as const) {
      const path = await newPage(api, { language });
      const shown = async (address: string): Promise<string | undefined> =>
        / lang="(..)"/.exec((await get(api, address, other)).text)?.[1];
      assert.equal(await shown(path), language);
      assert.equal(await shown(`${path}?lang=${other}`), other);
      assert.equal(await shown(`${path}?lang=xx`), language);
      assert.equal(await shown(`${path}/sent`), language);
      const { headers } = await press(api, path);
      assert.ok(headers.location?.startsWith('https://'), headers.location);
      assert.equal(await shown(`${path}/details`), language);
      assert.equal(await shown(`${path}/details?lang=${other}`), other);
    }
    // A language that is none of ours is as if nothing were said.
    const path = await newPage(api, { language: 'de' });
    assert.match((await get(api, path, 'de')).text, / lang="en"/);
  });

  test('shows each state in its own words', async (t) => {
    const api = await startTestApi(t);
    const path = await newPage(api);
    for (const screen of IN_TURN) {
      await showing(api, screen);
      for (const language of ['tr', 'en'] as const) {
        const { status, text } = await get(api, path, language);
        assert.equal(status, 200);
        for (const other of SCREENS) {
          const { title } = TEXTS[language][other];
          const shown = new RegExp(`<h1[^>]*>${title}</h1>`).test(text);
          assert.equal(shown, other === screen, `${screen}: ${title}`);
        }
        // A wrong name in a template would be rendered like this.
        assert.doesNotMatch(text, /undefined|NaN|\[object/, screen);
        assert.equal(/\bTR\d\d/.test(text), screen === 'pay', `${screen}: an IBAN`);
        assert.equal(text.includes('<form'), screen === 'pay', screen);
        assert.equal(text.includes('data-copy='), screen === 'pay', screen);
      }
    }
  });

  test('shows everything that a transfer needs, each value copied in the form that banks accept', async (t) => {
    const api = await startTestApi(t);
    const path = await newPage(api);
    const { rows } = await api.owner.query<{ iban: string; code: string }>(
      'select iban, reference_code as code from transaction t join bank_account b on b.id = t.bank_account_id',
    );
    const { iban = '', code = '' } = rows[0] ?? {};
    const { text } = await get(api, path, 'tr');
    for (const value of [
      '1.000,00 ₺',
      'ACME Ödeme A.Ş.',
      iban.replace(/(.{4})(?=.)/g, '$1 '),
      `${code.slice(0, 4)} ${code.slice(4)}`,
    ])
      assert.ok(text.includes(`<span class="value">${value}</span>`), value);
    for (const note of ['Ziraat Bankası', 'Açıklama alanına yalnızca bu kodu yazın'])
      assert.ok(text.includes(`<span class="note">${note}</span>`), note);
    const clipboard = [...text.matchAll(/data-copy="([^"]*)"/g)].map(([, copied]) => copied);
    assert.deepEqual(clipboard, ['1000,00', 'ACME Ödeme A.Ş.', iban, code]);
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
      assert.ok((await get(api, path, 'tr')).text.includes(`<span class="value">${turkish}</span>`));
      assert.ok((await get(api, path, 'en')).text.includes(`<span class="value">${english}</span>`));
    }
  });

  test('says how long it stays open, and that the time is over even before the deposit is closed', async (t) => {
    const api = await startTestApi(t);
    const path = await newPage(api);
    const [, left = ''] = /data-seconds-left="(\d+)"/.exec((await get(api, path)).text) ?? [];
    assert.ok(Number(left) > 7_140 && Number(left) <= 7_200, left);
    await api.owner.query(`update transaction set expires_at = now() + interval '3595.2 seconds'`);
    const counted = (await get(api, path)).text;
    assert.match(counted, /data-seconds-left="359\d"[^>]*>00:59:5\d</);
    assert.ok(!counted.includes('<time>'), 'the last hour is counted down');
    await api.owner.query(`update transaction set expires_at = '2030-01-31 22:05:00+00'`);
    for (const [language, until] of [
      ['tr', '<p class="time-left until"[^>]*>[^]*?Son ödeme</span> <time>1 Şub 01:05</time>'],
      ['en', '<p class="time-left until"[^>]*>[^]*?Pay by</span> <time>1 Feb, 01:05</time>'],
    ] as const)
      assert.match(
        (await get(api, path, language)).text,
        new RegExp(until),
        'more is said as a time in Turkey',
      );
    await api.owner.query(`update transaction set expires_at = now() - interval '1 second'`);
    const { text } = await get(api, path);
    assert.ok(text.includes(`>${TEXTS.tr.expired.title}</h1>`), text);
    assert.ok(!text.includes('data-copy='), 'it asks no player to pay');
  });

  test('says how soon a transfer of the amount arrives, by the limit that administrators set', async (t) => {
    const api = await startTestApi(t);
    const path = await newPage(api, { amount: '100000.00' });
    for (const [limitCents, hint] of [
      [10_000_000n, 'fast'],
      [9_999_999n, 'eft'],
    ] as const) {
      await api.owner.query('update platform_settings set fast_limit_cents = $1', [limitCents]);
      for (const language of ['tr', 'en'] as const) {
        const { text } = await get(api, path, language);
        const [, bank = ''] = /<span class="note">([^<]+)</.exec(text) ?? [];
        assert.ok(bank !== '');
        assert.ok(text.includes(shownText(TEXTS[language].pay[hint], { bank })), text);
      }
    }
  });

  test('warns clearly that the account has changed, and which one is right, until the decision', async (t) => {
    const api = await startTestApi(t);
    const path = await newPage(api);
    const first = await get(api, path);
    assert.ok(!first.text.includes('role="alert"'));
    const cookie = cookieOf(first);
    const iban = await freezeAndMove(api);
    const { beforeSent, afterSent, frozen } = TEXTS.en.moved;
    const isSaid = async (place: string, { title, body }: { title: string; body: string }): Promise<void> => {
      const { text } = await get(api, path + place, 'en', cookie);
      assert.match(text, /<div class="moved" role="alert">/);
      assert.ok(text.includes(title), place);
      const end = `${iban.slice(-6, -2)}\u00a0${iban.slice(-2)}`;
      const support = `${api.partner.name} support`;
      assert.ok(text.includes(shownText(body, { end, support })), text);
    };
    await isSaid('', beforeSent);
    assert.ok((await get(api, path)).text.includes(`data-copy="${iban}"`));
    await isSaid('/sent', afterSent);
    await press(api, path);
    await isSaid('', afterSent);
    const version = async (): Promise<unknown> => (await get(api, `${path}/state`)).json?.['version'];
    const before = await version();
    await freeze(api);
    await isSaid('', frozen);
    await until(version, (now) => now !== before, NEWS_WITHIN_MS);
    assert.ok(!(await get(api, path)).text.includes(TEXTS.tr.pay.fast));
    await setStatus(api.owner, 'approved');
    assert.ok(!(await get(api, path)).text.includes('role="alert"'));
  });

  test('shows no player a frozen account, and still accepts "sent" from those who paid into it', async (t) => {
    const api = await startTestApi(t);
    const path = await newPage(api, { externalReference: 'paid-before' });
    const { rows } = await api.owner.query<{ iban: string }>('select iban from bank_account');
    const version = async (): Promise<unknown> => (await get(api, `${path}/state`)).json?.['version'];
    const before = await version();
    await freeze(api);
    await until(version, (now) => now !== before, NEWS_WITHIN_MS);
    for (const language of ['tr', 'en'] as const) {
      const { text } = await get(api, path, language);
      assert.ok(text.includes(escaped(TEXTS[language].paused.outcome.why)), text);
      for (const part of [rows[0]?.iban ?? '', 'data-copy', TEXTS[language].pay.fast])
        assert.ok(!text.includes(part), part);
      assert.ok(text.includes(`<a href="${path}/sent?lang=${language}">`));
      const question = await get(api, `${path}/sent`, language);
      assert.ok(
        question.text.includes(escaped(TEXTS[language].moved.frozen.title)),
        'nor does it call that account the right one',
      );
      assert.ok(text.includes(`data-state="${path}/state"`), 'it polls for news');
    }
    const answer = await press(api, path);
    assert.match(String(answer.headers.location), /svcStatus=waiting_confirmation/);
  });

  test('says since when it is being checked, and how long that usually takes once enough were decided', async (t) => {
    const api = await startTestApi(t);
    const pool = api.database.pool('vezne_console');
    const waiting = await newPage(api, { customer: { ...depositBody().customer, id: 'waiting' } });
    await press(api, waiting);
    await api.owner.query(`update open_transaction set waiting_since = '2026-03-01 11:05:00+00'`);
    for (let count = 0; count < 5; count++) {
      const path = await newPage(api, { customer: { ...depositBody().customer, id: `player ${count}` } });
      await press(api, path);
      await approve(pool, fromTransactionId(path.split('/')[2] ?? '') ?? assert.fail(path), 100_000n);
    }
    await until(
      async () => (await get(api, waiting)).text,
      (text) => text.includes('<p class="usual">Kontrol genellikle 1 dakika kadar sürer.</p>'),
      5_000,
    );
    const { text } = await get(api, waiting, 'en');
    assert.ok(text.includes('<p class="usual">Checking usually takes about 1 minute.</p>'), text);
    assert.ok(text.includes(`<dt>${TEXTS.en.checking.since}</dt><dd class="since">1 Mar, 14:05</dd>`), text);
    assert.ok(!text.includes(TEXTS.en.pay.fast), 'how fast a transfer is says nothing of the decision');
    await api.owner.query('update platform_settings set fast_limit_cents = 1');
    assert.ok(
      !(await get(api, waiting)).text.includes('class="usual"'),
      'EFT takes longer than what is usual',
    );
    await api.owner.query('update platform_settings set fast_limit_cents = 100000000');
    await freeze(api);
    assert.ok(!(await get(api, waiting)).text.includes('class="usual"'), 'and so does a frozen account');
    await api.owner.query(`update bank_account set status = 'enabled'`);
    const other = await newPage(api);
    assert.ok(!(await get(api, other)).text.includes('class="usual"'), 'only who waits reads of it');
  });

  test('shows the requested and the received amount where they differ', async (t) => {
    const api = await startTestApi(t);
    const pool = api.database.pool('vezne_console');
    const { asked, received } = TEXTS.tr.approved;
    for (const [actualCents, isOther] of [
      [95_000n, true],
      [100_000n, false],
    ] as const) {
      const path = await newPage(api);
      await press(api, path);
      const transactionId = fromTransactionId(path.split('/')[2] ?? '') ?? assert.fail(path);
      await approve(pool, transactionId, actualCents);
      const { text } = await get(api, path);
      assert.equal(text.includes(`<dt>${asked}</dt><dd>1.000,00 ₺</dd>`), isOther);
      assert.ok(text.includes(`<dt>${received}</dt><dd>${isOther ? '950,00' : '1.000,00'} ₺</dd>`), text);
      assert.equal(text.includes('1.000,00 ₺ yerine 950,00 ₺ geldi.'), isOther, text);
    }
  });

  test('shows money that arrived after the deposit was closed, once it is approved', async (t) => {
    const api = await startTestApi(t);
    const pool = api.database.pool('vezne_console');
    const path = await newPage(api);
    await press(api, path);
    await setStatus(api.owner, 'rejected');
    const transactionId = fromTransactionId(path.split('/')[2] ?? '') ?? assert.fail(path);
    const late = await enterLateMoney(pool, { transactionId, amountCents: cents(40_000n), actor: AYSE });
    assert.ok(
      (await get(api, path)).text.includes(`>${TEXTS.tr.rejected.title}</h1>`),
      'it may still be refused',
    );
    await approve(pool, late, 40_000n);
    const { text } = await get(api, path);
    assert.ok(text.includes(`>${TEXTS.tr.late.title}</h1>`), text);
    assert.ok(text.includes(`<dt>${TEXTS.tr.approved.received}</dt><dd>400,00 ₺</dd>`), text);
    assert.doesNotMatch(text, /undefined|NaN|\[object/);
  });

  test('changes nothing, however often and with whatever method it is requested', async (t) => {
    const api = await startTestApi(t);
    const path = await newPage(api);
    const before = await everything(api.owner);
    for (const place of ['', '/sent', '/state']) {
      const head = await send(api.url, { method: 'HEAD', path: path + place });
      assert.equal(head.status, 200);
      assert.equal(head.text, '');
      for (let visit = 0; visit < 5; visit++)
        assert.equal((await get(api, `${path}${place}?sent=1&status=approved`)).status, 200);
    }
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '15' };
    for (const [place, methods] of [
      ['', ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']],
      ['/state', ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']],
      ['/sent', ['PUT', 'PATCH', 'DELETE', 'OPTIONS']],
    ] as const)
      for (const method of methods) {
        const answer = await send(api.url, {
          method,
          path: path + place,
          headers: form,
          body: 'status=approved',
        });
        assert.equal(answer.status, 404, `${method} ${place}`);
      }
    assert.deepEqual(await everything(api.owner), before);
  });

  test('links back to the partner site with the current state', async (t) => {
    const api = await startTestApi(t);
    const redirectUrl = 'https://shop.example/r?a=%20"<x>&b#f';
    const path = await newPage(api, { redirectUrl, externalReference: `a'<b>"&c` });
    const [, , id] = path.split('/');
    for (const screen of IN_TURN) {
      const [status] = STATES[screen];
      await showing(api, screen);
      const address = `https://shop.example/r?a=%20"<x>&b&svcTransactionId=${id}&svcStatus=${status}&externalReference=a'%3Cb%3E%22%26c#f`;
      const { text } = await get(api, path);
      assert.ok(text.includes(`href="${escaped(address)}"`), text);
    }
  });
});

suite('while the database cannot be read', { concurrency: 4 }, () => {
  test('a player gets a page that asks for patience, and a made-up address its usual page, without a query', async (t) => {
    const api = await startTestApi(t);
    const path = await newPage(api);
    const missing = await get(api, `${path}x`);
    await api.owner.query('alter table transaction rename to hidden');
    for (const place of ['', '/sent', '/state'])
      for (const language of ['tr', 'en'] as const) {
        const page = await get(api, path + place, language);
        assert.equal(page.status, 503);
        assert.equal(page.headers['retry-after'], '5');
        assert.ok(page.text.includes(`<html lang="${language}">`), page.text);
        assert.ok(page.text.includes(`<h1>${TEXTS[language].notices.unavailable.title}</h1>`), page.text);
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

  test('a page whose key is not in the configuration is not found, and causes no error', async (t) => {
    const api = await startTestApi(t);
    const path = await newPage(api);
    await api.owner.query('update transaction set page_key_version = 2');
    assert.equal((await get(api, path)).status, 404);
  });
});
