import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type { getMoney } from '@vezne/contract/portal/home';
import { isReferenceCode, normalizeReferenceCode } from '@vezne/domain/reference-code';
import type { z } from 'zod';
import { findBalance } from '../../../src/db/read/ledger/balances.ts';
import { toTransactionId } from '../../../src/ids.ts';
import { approveDeposit } from '../../../src/usecases/deposits/decide.ts';
import {
  approveWithdrawal,
  rejectWithdrawal,
  releaseWithdrawal,
} from '../../../src/usecases/withdrawals/decide.ts';
import { AYSE, MEHMET, cash, openDesk, sighting } from '../../harness/desk.ts';
import type { Desk } from '../../harness/desk.ts';
import { authorisedPayout, fundPayouts, takenPayout } from '../../harness/payouts.ts';
import { insertPartnerPerson, startTestPortal } from '../../harness/portal.ts';
import type { PortalBrowser } from '../../harness/portal.ts';
import { outcomeOf } from '../../harness/refusals.ts';
import { insertRow } from '../../db/rows/valid-rows.ts';
import { webhookAttemptRow, webhookDeliveryRow, webhookEndpointRow } from '../../db/rows/webhook-rows.ts';

import type { ConsoleAnswer } from '../../harness/console.ts';

interface Setting {
  desk: Desk;
  page: PortalBrowser;
}

async function openWithBrowser(t: TestContext): Promise<{ desk: Desk; browser: () => PortalBrowser }> {
  const desk = await openDesk(t);

  const { browser } = await startTestPortal(t, { database: desk.database });
  return { desk, browser };
}

/** A desk of ours, and a finance person of its partner. */
async function openSetting(t: TestContext): Promise<Setting> {
  const { desk, browser } = await openWithBrowser(t);
  const person = await insertPartnerPerson(desk.owner, { partnerId: desk.partner.id, roles: ['finance'] });
  const page = browser();
  await page.signIn(person);
  return { desk, page };
}

/** The three amounts, here and as the API tells them. */
async function figures({ desk, page }: Setting): Promise<{ shown: number[]; told: number[] }> {
  const { status, body, text } = await page.call('getMoney');
  assert.equal(status, 200, text);
  const api = desk.database.pool('vezne_api');
  const told = await findBalance(api, desk.partner.id, { timeoutMs: 5_000 });
  const names = ['availableCents', 'reservedCents', 'openWithdrawalsCents'] as const;
  return { shown: names.map((name) => Number(body[name])), told: names.map((name) => Number(told[name])) };
}

test('available, reserved and open withdrawals are those of GET /v1/balance, in every state of a payout', async (t) => {
  const setting = await openSetting(t);
  const { desk } = setting;
  const seen: number[][] = [];
  const look = async (): Promise<void> => {
    const { shown, told } = await figures(setting);
    assert.deepEqual(shown, told);
    seen.push(shown);
  };
  await look();
  await fundPayouts(desk);
  await look();
  await desk.withdrawal({ amountCents: 20_000n });
  await look();
  await takenPayout(desk, AYSE, 30_000n);
  await look();
  const authorised = await authorisedPayout(desk, { amountCents: 50_000n });
  await look();
  const paid = await desk.decide(
    (fingerprint) =>
      approveWithdrawal({ transactionId: authorised, fingerprint, actor: AYSE, bankReference: 'F-77' }),
    authorised,
  );
  assert.equal(outcomeOf(paid), 'made');
  await look();
  const back = await authorisedPayout(desk, { amountCents: 70_000n });
  await look();
  const refused = await desk.decide(
    (fingerprint) =>
      rejectWithdrawal({ transactionId: back, fingerprint, actor: MEHMET, reasonCode: 'payout_failed' }),
    back,
  );
  assert.equal(outcomeOf(refused), 'made');
  await look();
  // 40,000.00 came, less 3 %; 200 and 300 wait, 500 was reserved and then paid, 700 reserved and then given back.
  assert.deepEqual(seen, [
    [0, 0, 0],
    [3_880_000, 0, 0],
    [3_880_000, 0, 20_000],
    [3_880_000, 0, 50_000],
    [3_830_000, 50_000, 50_000],
    [3_830_000, 0, 50_000],
    [3_760_000, 70_000, 50_000],
    [3_830_000, 0, 50_000],
  ]);
});

test('home says what waits at us, and since when', async (t) => {
  const { desk, page } = await openSetting(t);
  await desk.deposit();
  await desk.deposit({ status: 'waiting_payment' });
  await desk.withdrawal();
  await desk.withdrawal();
  const { body } = await page.call('getHome');
  const { rows } = await desk.owner.query<{ since: Date }>(
    `select min(waiting_since) as since from open_transaction where type = 'withdrawal'`,
  );
  const { count, oldestSince } = body['waitingWithdrawals'] as { count: number; oldestSince: string };
  assert.deepEqual([count, oldestSince], [2, rows[0]?.since.toISOString()]);
  assert.equal((body['waitingDeposits'] as { count: number }).count, 1);
  assert.equal(body['unpaidDeposits'], 1);
});

test('a transaction is shown with its amounts, its steps and what the partner was told, and with nobody of ours', async (t) => {
  const { desk, page } = await openSetting(t);
  const id = await desk.deposit();
  const decided = await desk.decide(
    (fingerprint) =>
      approveDeposit({
        transactionId: id,
        fingerprint,
        actor: MEHMET,
        actualCents: cash(950),
        ...sighting(),
      }),
    id,
  );
  assert.equal(outcomeOf(decided), 'made');
  const { status, body, text } = await page.call('getTransaction', undefined, { id });
  assert.equal(status, 200, text);
  const { transaction, steps, events } = body as {
    transaction: Record<string, unknown>;
    steps: { trigger: string; status: string }[];
    events: { type: string; playerAmountCents: number }[];
  };
  const { transactionId, actualAmountCents, commissionCents, playerAmountCents, terms } = transaction;
  assert.deepEqual(
    { transactionId, actualAmountCents, commissionCents, playerAmountCents, terms },
    {
      transactionId: toTransactionId(id),
      actualAmountCents: 95_000,
      commissionCents: 2_850,
      playerAmountCents: 92_150,
      terms: { basisPoints: 300, fixedCents: 0, settlementMode: 'deduct_from_amount' },
    },
  );
  assert.deepEqual(
    steps.map(({ trigger, status: state }) => [trigger, state]),
    [
      ['create', 'waiting_confirmation'],
      ['approve', 'approved'],
    ],
  );
  assert.deepEqual(Object.keys(steps[0] ?? {}), ['trigger', 'status', 'at']);
  assert.deepEqual(
    events.map(({ type, playerAmountCents: told }) => [type, told]),
    [['deposit.approved', 92_150]],
  );
  for (const hidden of [
    'mehmet',
    'AYSE ISIK',
    'stage',
    'note',
    'page_key',
    'pageKey',
    'isUnconfirmed',
    'taken',
  ])
    assert.equal(text.includes(`"${hidden}`), false, hidden);
});

interface Listed {
  ids: string[];
  next: unknown;
}

function listed({ status, body, text }: ConsoleAnswer): Listed {
  assert.equal(status, 200, text);
  const { transactions, next } = body as { transactions: { id: string }[]; next: unknown };
  return { ids: transactions.map(({ id }) => id), next };
}

async function approve(desk: Desk, id: string, units: number): Promise<void> {
  const decided = await desk.decide(
    (fingerprint) =>
      approveDeposit({
        transactionId: id,
        fingerprint,
        actor: MEHMET,
        actualCents: cash(units),
        ...sighting(),
      }),
    id,
  );
  assert.equal(outcomeOf(decided), 'made');
}

test('a text finds what it can be: a reference, an id, a code, an amount, or how a player begins', async (t) => {
  const { desk, page } = await openSetting(t);
  const ids = [await desk.deposit(), await desk.deposit({ amountCents: 123_400n }), await desk.withdrawal()];
  const [first = '', second = '', third = ''] = ids;
  await approve(desk, first, 950);
  const { rows } = await desk.owner.query<{ id: string; reference: string; code: string; customer: string }>(
    `select id, external_reference as reference, reference_code as code, customer_id as customer from transaction order by id`,
  );
  // The database's owner: a worker reads transactions in the order of their ids.
  await desk.owner.query(
    `insert into player_name select partner_id, customer_id, 'AyşeÇ' || right(customer_id, 1), 'Ayşe Işık Çelik', 'aysec' || right(customer_id, 1),
       'ayse isik celik', created_at, created_at, id from transaction where customer_id <> $1`,
    [rows[2]?.customer],
  );
  const found = async (text: string, more: object = {}): Promise<string[]> =>
    listed(await page.call('searchTransactions', { text, ...more })).ids.toSorted();
  assert.deepEqual(await found(rows[1]?.reference ?? ''), [second]);
  assert.deepEqual(await found(toTransactionId(third)), [third]);
  assert.deepEqual(await found(third), [third]);
  const code = 'K7M399XD';
  assert.ok(isReferenceCode(normalizeReferenceCode(code)));
  await desk.owner.query('update transaction set reference_code = $2 where id = $1', [second, code]);
  assert.deepEqual(await found('k7m3-99xd'), [second]);
  assert.deepEqual(await found('1.234,00'), [second]);
  assert.deepEqual(await found('950'), [first]);
  assert.deepEqual(await found('1000'), [first, third].toSorted(), 'asked for');
  assert.deepEqual(await found('Ayşe Işı'), [first, second].toSorted());
  assert.deepEqual(await found('AYŞEÇ1'), [first]);
  assert.deepEqual(await found('player-'), [first, second].toSorted());
  assert.deepEqual(await found(String(rows[2]?.customer)), [third], 'whose name no worker has read yet');
  assert.deepEqual(await found('player-', { status: 'approved' }), [first]);
  assert.deepEqual(await found('player-', { amountFrom: '100001' }), [second]);
  assert.deepEqual(await found('player-', { to: new Date(Date.now() - 86_400_000).toISOString() }), []);
  assert.deepEqual(await found('player-', { before: second }), [first]);
  for (const nothing of ['Işık', 'player-x', 'K7M399XC', '999', '%', "'", 'txn_'])
    assert.deepEqual(await found(nothing), [], nothing);
});

test('money of today and of the month is what moved the balance, and every entry of the books is there', async (t) => {
  const { desk, page } = await openSetting(t);
  await fundPayouts(desk);
  const paid = await authorisedPayout(desk, { amountCents: 50_000n });
  const approved = await desk.decide(
    (fingerprint) =>
      approveWithdrawal({ transactionId: paid, fingerprint, actor: AYSE, bankReference: 'F-78' }),
    paid,
  );
  assert.equal(outcomeOf(approved), 'made');
  const waiting = await authorisedPayout(desk, { amountCents: 70_000n });
  const { body } = await page.call('getMoney');
  const { today, month, availableCents, reservedCents } = body as unknown as Money;
  assert.deepEqual({ ...today, from: month.from }, month);
  assert.deepEqual(today.deposits, {
    count: 1,
    grossCents: 4_000_000,
    commissionCents: -120_000,
    netCents: 3_880_000,
  });
  // One is paid, and both have left the balance.
  assert.deepEqual(today.withdrawals, {
    count: 2,
    grossCents: -116_400,
    commissionCents: -3_600,
    netCents: -120_000,
  });
  assert.deepEqual(today.paid, { count: 1, amountCents: 48_500 });
  assert.deepEqual(today.others, { count: 0, grossCents: 0, commissionCents: 0, netCents: 0 });
  assert.equal(today.changeCents, availableCents);

  for (const [book, balance] of [
    ['available', availableCents],
    ['reserved', reservedCents],
  ] as const) {
    const { body: listedEntries } = await page.call('listEntries', undefined, { query: `?book=${book}` });
    const { entries, period, next } = listedEntries as { entries: Entry[]; period: object; next: null };
    assert.equal(next, null);
    assert.deepEqual(period, {
      entries: entries.length,
      openingCents: 0,
      changeCents: balance,
      closingCents: balance,
    });
    let sum = 0;
    for (const entry of entries.toReversed()) {
      sum += entry.amountCents;
      assert.equal(entry.balanceAfterCents, sum);
    }
    assert.equal(sum, balance);
    const pages: Entry[] = [];
    for (let before = ''; ;) {
      const answer = await page.call('listEntries', undefined, { query: `?book=${book}&limit=1${before}` });
      const one = answer.body as { entries: Entry[]; next: number | null };
      pages.push(...one.entries);
      if (one.next === null) break;
      before = `&before=${one.next}`;
    }
    assert.deepEqual(pages, entries, 'page by page');
  }
  const only = await page.call('listEntries', undefined, {
    query: '?book=reserved&kind=withdrawal_approved',
  });
  assert.deepEqual(
    (only.body['entries'] as Entry[]).map(({ amountCents, isCommission, transaction }) => [
      amountCents,
      isCommission,
      transaction?.id,
    ]),
    [
      [-1_500, true, paid],
      [-48_500, false, paid],
    ],
  );
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const none = await page.call('listEntries', undefined, { query: `?from=${tomorrow}` });
  assert.deepEqual(none.body['period'], {
    entries: 0,
    openingCents: availableCents,
    changeCents: 0,
    closingCents: availableCents,
  });
  const before = await page.call('listEntries', undefined, { query: '?to=2020-01-01T00:00:00Z' });
  assert.deepEqual(before.body['period'], { entries: 0, openingCents: 0, changeCents: 0, closingCents: 0 });

  const { body: ofPaid } = await page.call('listTransactionEntries', undefined, { id: paid });
  assert.deepEqual(
    (ofPaid['entries'] as Entry[])
      .filter(({ isCommission }) => isCommission)
      .map(({ kind, amountCents }) => [kind, amountCents]),
    [['withdrawal_approved', -1_500]],
  );
  const { body: of } = await page.call('listTransactionEntries', undefined, { id: waiting });
  assert.deepEqual(
    (of['entries'] as (Entry & { book: string })[]).map(({ book, kind, amountCents }) => [
      book,
      kind,
      amountCents,
    ]),
    [
      ['available', 'withdrawal_authorised', -70_000],
      ['reserved', 'withdrawal_authorised', 70_000],
    ],
  );
});

type Money = z.infer<typeof getMoney.response>;

interface Entry {
  entryNo: number;
  kind: string;
  isCommission: boolean;
  amountCents: number;
  balanceAfterCents: number;
  transaction: { id: string } | null;
}

test('a transaction shows what became of its events at each endpoint, and home whether they arrive', async (t) => {
  const { desk, browser } = await openWithBrowser(t);
  const person = await insertPartnerPerson(desk.owner, { partnerId: desk.partner.id, roles: ['developer'] });
  const page = browser();
  await page.signIn(person);
  const id = await desk.deposit();
  await approve(desk, id, 1_000);
  const endpoint = webhookEndpointRow({ partner: { id: desk.partner.id } });
  await insertRow(desk.owner, 'webhook_endpoint', endpoint);
  const { rows } = await desk.owner.query<{ id: string; at: Date }>(
    'select id, occurred_at as at from event',
  );
  const [event] = rows;
  assert.ok(event);
  const health = async (): Promise<unknown> => (await page.call('getWebhookHealth')).body['endpoints'];
  const named = { id: endpoint['id'], url: endpoint['url'], status: 'active', hasMoreParked: false };
  const never = { lastTakenAt: null, lastTakenMs: null };
  assert.deepEqual(await health(), [{ ...named, ...never, waitingSince: event.at.toISOString(), parked: 0 }]);
  const delivery = webhookDeliveryRow({
    endpoint,
    event: { id: event.id, feed_no: 1n, external_reference: 'x' },
  });
  await insertRow(desk.owner, 'webhook_delivery', { ...delivery, state: 'parked', attempts: 2 });
  for (const attempt of [1, 2])
    await insertRow(desk.owner, 'webhook_attempt', {
      ...webhookAttemptRow({ delivery }),
      attempt_no: attempt,
      status_code: 500,
      error: null,
      answer_start: `No ${attempt}`,
    });
  await desk.owner.query('update webhook_endpoint set last_feed_no = 1');
  const { events } = (await page.call('getTransaction', undefined, { id })).body as {
    events: {
      deliveries: { url: string; state: string; attempts: number; tries: { answerStart: string }[] }[];
    }[];
  };
  assert.deepEqual(
    events.map(({ deliveries }) =>
      deliveries.map(({ url, state, attempts, tries }) => [
        url,
        state,
        attempts,
        tries.map((one) => one.answerStart),
      ]),
    ),
    [[[endpoint['url'], 'parked', 2, ['No 2', 'No 1']]]],
  );
  assert.deepEqual(await health(), [{ ...named, ...never, waitingSince: null, parked: 1 }]);
  for (const route of ['getMoney', 'listEntries'] as const)
    assert.equal((await page.call(route)).code, 'not_permitted', 'a developer sees no balance');
});

test('the list has every filter of the contract, newest first, page by page', async (t) => {
  const { desk, page } = await openSetting(t);
  const ids: string[] = [];
  for (let made = 0; made < 5; made += 1) {
    ids.push(await desk.deposit());
    ids.push(await desk.withdrawal());
  }
  const open = await desk.deposit({ status: 'waiting_payment' });
  const list = async (query: string): Promise<Listed> =>
    listed(await page.call('listTransactions', undefined, { query }));
  const newest = [...ids, open].toReversed();
  assert.deepEqual(await list(''), { ids: newest, next: null });
  const first = await list('?limit=4');
  assert.deepEqual(first, { ids: newest.slice(0, 4), next: newest[3] });
  assert.deepEqual((await list(`?limit=4&before=${first.next}`)).ids, newest.slice(4, 8));
  const [oldest] = ids;
  await approve(desk, oldest ?? assert.fail(), 950);
  assert.deepEqual((await list('?status=approved')).ids, [oldest]);
  assert.deepEqual((await list('?status=approved&type=withdrawal')).ids, []);
  // The rest ask for 1,000.00, and one brought 950.00.
  assert.deepEqual((await list('?amountTo=99999')).ids, [oldest]);
  assert.equal((await list('?amountFrom=100000&amountTo=100000')).ids.length, 11);
  assert.deepEqual((await list('?amountFrom=100001')).ids, []);
  assert.equal((await list('?type=withdrawal')).ids.length, 5);
  assert.deepEqual((await list('?status=waiting_payment')).ids, [open]);
  assert.equal((await list('?status=waiting_confirmation&type=deposit')).ids.length, 4);
  assert.deepEqual((await list('?status=rejected')).ids, []);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  assert.deepEqual((await list(`?from=${tomorrow}`)).ids, []);
  assert.equal((await list(`?to=${tomorrow}`)).ids.length, 11);
  const wrong = await page.call('listTransactions', undefined, { query: '?partner=all' });
  assert.deepEqual([wrong.status, wrong.code], [400, 'invalid_request']);
});

test('a period that ends before it begins is refused, with the field that is wrong', async (t) => {
  const { page } = await openSetting(t);
  const [early, late] = ['2026-11-01T00:00:00Z', '2026-11-10T00:00:00Z'];
  for (const route of ['listEntries', 'listTransactions'] as const) {
    const answer = await page.call(route, undefined, { query: `?from=${late}&to=${early}` });
    assert.equal(answer.code, 'invalid_request', answer.text);
    assert.deepEqual(answer.body['fields'], [{ path: 'to', problem: 'must not be before from' }]);
    assert.equal(
      (await page.call(route, undefined, { query: `?from=${early}&to=${early}` })).status,
      200,
      'a moment is a period',
    );
  }
  const search = await page.call('searchTransactions', { text: 'a', from: late, to: early });
  assert.equal(search.code, 'invalid_request');
});

/** With what its column of the balance shows. */
async function listedBy(
  page: PortalBrowser,
  query: string,
): Promise<[id: string, state: string, impact: number][]> {
  const { status, body, text } = await page.call('listTransactions', undefined, { query });
  assert.equal(status, 200, text);
  return (body['transactions'] as { id: string; state: string; balanceImpactCents: number }[]).map(
    ({ id, state, balanceImpactCents }) => [id, state, balanceImpactCents],
  );
}

test('what is set aside is being paid, what waits in line is a list of its own that adds up to what home says', async (t) => {
  const setting = await openSetting(t);
  const { desk, page } = setting;
  await fundPayouts(desk);
  const inLine = await desk.withdrawal({ amountCents: 20_000n });
  const taken = await takenPayout(desk, AYSE, 30_000n);
  const released = await authorisedPayout(desk, { amountCents: 40_000n });
  const putBack = await desk.decide(
    (fingerprint) => releaseWithdrawal({ transactionId: released, fingerprint, actor: MEHMET }),
    released,
  );
  assert.equal(outcomeOf(putBack), 'made');
  const setAside = await authorisedPayout(desk, { amountCents: 50_000n });
  const waiting = await listedBy(page, '?type=withdrawal&status=waiting_confirmation');
  assert.deepEqual(
    waiting.toSorted(),
    (
      [
        [inLine, 'waiting_confirmation', -20_000],
        [taken, 'waiting_confirmation', -30_000],
        [released, 'waiting_confirmation', -40_000],
      ] as typeof waiting
    ).toSorted(),
  );
  const { shown } = await figures(setting);
  assert.equal(
    -waiting.reduce((sum, [, , impact]) => sum + impact, 0),
    shown[2],
    'the tile of home adds these up',
  );
  const paying: typeof waiting = [[setAside, 'being_paid', -50_000]];
  for (const query of ['?status=being_paid', '?type=withdrawal&status=being_paid'])
    assert.deepEqual(await listedBy(page, query), paying, query);
  assert.deepEqual(await listedBy(page, '?type=deposit&status=being_paid'), []);
  assert.deepEqual(await listedBy(page, '?status=being_paid&amountFrom=1'), paying);
  const one = await page.call('getTransaction', undefined, { id: setAside });
  const { status, state } = one.body['transaction'] as { status: string; state: string };
  assert.deepEqual([status, state], ['waiting_confirmation', 'being_paid']);
  const { body } = await page.call('getHome');
  assert.deepEqual(
    ['waitingWithdrawals', 'withdrawalsBeingPaid'].map((name) => (body[name] as { count: number }).count),
    [3, 1],
  );
});
