import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { findBalance } from '../../../src/db/read/balances.ts';
import { toTransactionId } from '../../../src/ids.ts';
import { approveDeposit } from '../../../src/usecases/deposits/decide.ts';
import { approveWithdrawal, rejectWithdrawal } from '../../../src/usecases/withdrawals/decide.ts';
import { AYSE, MEHMET, cash, openDesk, sighting } from '../../harness/desk.ts';
import type { Desk } from '../../harness/desk.ts';
import { authorisedPayout, fundPayouts, takenPayout } from '../../harness/payouts.ts';
import { insertPartnerPerson, startTestPortal } from '../../harness/portal.ts';
import type { PortalBrowser } from '../../harness/portal.ts';
import { outcomeOf } from '../../harness/refusals.ts';

interface Setting {
  desk: Desk;
  page: PortalBrowser;
}

/** A desk of ours, and a finance person of its partner. */
async function openSetting(t: TestContext): Promise<Setting> {
  const desk = await openDesk(t);
  const { browser } = await startTestPortal(t, { database: desk.database });
  const person = await insertPartnerPerson(desk.owner, { partnerId: desk.partner.id, roles: ['finance'] });
  const page = browser();
  await page.signIn(person);
  return { desk, page };
}

/** The three amounts, here and as the API tells them. */
async function figures({ desk, page }: Setting): Promise<{ shown: number[]; told: number[] }> {
  const { status, body, text } = await page.call('getHome');
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

test('the list has every filter of the contract, newest first, page by page', async (t) => {
  const { desk, page } = await openSetting(t);
  const ids: string[] = [];
  for (let made = 0; made < 5; made += 1) {
    ids.push(await desk.deposit());
    ids.push(await desk.withdrawal());
  }
  const open = await desk.deposit({ status: 'waiting_payment' });
  const list = async (query: string): Promise<{ ids: string[]; hasMore: boolean }> => {
    const { status, body, text } = await page.call('listTransactions', undefined, { query });
    assert.equal(status, 200, text);
    const { transactions, hasMore } = body as { transactions: { id: string }[]; hasMore: boolean };
    return { ids: transactions.map(({ id }) => id), hasMore };
  };
  const newest = [...ids, open].toReversed();
  assert.deepEqual(await list(''), { ids: newest, hasMore: false });
  const first = await list('?limit=4');
  assert.deepEqual(first, { ids: newest.slice(0, 4), hasMore: true });
  assert.deepEqual((await list(`?limit=4&before=${first.ids.at(-1)}`)).ids, newest.slice(4, 8));
  assert.equal((await list('?type=withdrawal')).ids.length, 5);
  assert.deepEqual((await list('?status=waiting_payment')).ids, [open]);
  assert.equal((await list('?status=waiting_confirmation&type=deposit')).ids.length, 5);
  assert.deepEqual((await list('?status=approved')).ids, []);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  assert.deepEqual((await list(`?from=${tomorrow}`)).ids, []);
  assert.equal((await list(`?to=${tomorrow}`)).ids.length, 11);
  const wrong = await page.call('listTransactions', undefined, { query: '?partner=all' });
  assert.deepEqual([wrong.status, wrong.code], [400, 'invalid_request']);
});
