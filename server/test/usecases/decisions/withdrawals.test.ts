import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandLineActor } from '@vezne/domain/actor';
import type { Person } from '@vezne/domain/actor';
import { setTimeout as sleep } from 'node:timers/promises';
import { approveDeposit } from '../../../src/usecases/deposits/decide.ts';
import { approveWithdrawal } from '../../../src/usecases/withdrawals/decide.ts';
import { rejectWithdrawal } from '../../../src/usecases/withdrawals/decide.ts';
import { releaseWithdrawal } from '../../../src/usecases/withdrawals/decide.ts';
import { returnPayout } from '../../../src/usecases/withdrawals/after-approval.ts';
import { takeWithdrawal } from '../../../src/usecases/withdrawals/decide.ts';
import type { Decision, DecisionResult } from '../../../src/usecases/decisions/decision.ts';
import { AYSE, MEHMET, cash, nowhere, openDesk, authorise } from '../../harness/desk.ts';
import type { Desk } from '../../harness/desk.ts';
import { assertBooksHold, balances } from '../../harness/ledger.ts';
import { outcomeOf } from '../../harness/refusals.ts';

type Verb = (request: { transactionId: string; fingerprint: string; actor: Person }) => Decision;

async function take(desk: Desk, id: string, actor = AYSE): Promise<DecisionResult> {
  const request = { transactionId: id, actor, bankAccountId: desk.bankAccount.id };
  return await desk.decisions.submit(takeWithdrawal(request));
}

async function act(desk: Desk, verb: Verb, id: string, actor = AYSE): Promise<DecisionResult> {
  return await desk.decide((fingerprint) => verb({ transactionId: id, fingerprint, actor }), id);
}

function made(stage: 'queued' | 'taken' | 'authorised'): DecisionResult {
  return { outcome: 'made', status: 'waiting_confirmation', stage };
}

/** Gives the partner money to pay out from. */
async function fund(desk: Desk, units: number): Promise<void> {
  const id = await desk.deposit({ amountCents: cash(units) });
  await desk.owner.query(
    `update transaction set commission_basis_points = 0, commission_cents = 0, net_amount_cents = amount_cents,
       player_amount_cents = amount_cents, balance_impact_cents = amount_cents where id = $1`,
    [id],
  );
  const approve = (fingerprint: string) =>
    approveDeposit({ transactionId: id, fingerprint, actor: AYSE, actualCents: cash(units) });
  assert.equal(outcomeOf(await desk.decide(approve, id)), 'made');
}

test('a withdrawal of 1000.00 at 3 % is taken, authorised and paid, in both settlement modes', async (t) => {
  for (const [mode, paid, cost] of [
    ['deduct_from_amount', 97_000n, 100_000n],
    ['fee_on_top', 100_000n, 103_000n],
  ] as const) {
    const desk = await openDesk(t, { mode });
    await fund(desk, 5_000);
    const id = await desk.withdrawal();
    assert.deepEqual(await take(desk, id), made('taken'));
    assert.deepEqual(await act(desk, authorise, id), made('authorised'));
    assert.deepEqual(await balances(desk.owner), {
      bank: 500_000n,
      partner_balance: 500_000n - cost,
      partner_reserved: cost,
    });
    const approved = await act(desk, approveWithdrawal, id);
    assert.deepEqual(approved, { outcome: 'made', status: 'approved', stage: null });
    const after = { bank: 500_000n - paid, partner_balance: 500_000n - cost, partner_commission: 3_000n };
    assert.deepEqual(await balances(desk.owner), after);
    await assertBooksHold(desk.owner);

    const returned = await act(desk, returnPayout, id, MEHMET);
    assert.deepEqual(returned, { outcome: 'made', status: 'rejected', stage: null });
    assert.deepEqual(await balances(desk.owner), { bank: 500_000n, partner_balance: 500_000n });
    const { rows } = await desk.owner.query(
      `select type, reason_code, player_amount_cents as player from event where type like 'withdrawal%' order by feed_no`,
    );
    assert.deepEqual(rows, [
      { type: 'withdrawal.approved', reason_code: null, player: paid },
      { type: 'withdrawal.rejected', reason_code: 'payout_returned', player: 100_000n },
    ]);
    await assertBooksHold(desk.owner);
  }
});

test('a withdrawal is authorised only as far as the balance and the credit line reach', async (t) => {
  const desk = await openDesk(t);
  await fund(desk, 1_500);
  const [first, second] = [await desk.withdrawal(), await desk.withdrawal()];
  for (const id of [first, second]) await take(desk, id);
  assert.deepEqual(await act(desk, authorise, first), made('authorised'));
  assert.equal(outcomeOf(await act(desk, authorise, second)), 'credit_line_exceeded');
  await desk.owner.query('update partner set credit_line_cents = 50000');
  assert.deepEqual(await act(desk, authorise, second), made('authorised'));
  assert.equal((await balances(desk.owner))['partner_balance'], -50_000n);
  await assertBooksHold(desk.owner);
});

test('of withdrawals that are authorised together, exactly as many succeed as the credit allows', async (t) => {
  const desk = await openDesk(t);
  await fund(desk, 3_500);
  const ids = await Promise.all(Array.from({ length: 8 }, async () => await desk.withdrawal()));
  await Promise.all(ids.map(async (id) => await take(desk, id)));
  const rows = await Promise.all(ids.map(async (id) => await desk.see(id)));
  const results = await Promise.all(
    rows.map(
      async ({ id, fingerprint }) =>
        await desk.decisions.submit(authorise({ transactionId: id, fingerprint, actor: AYSE })),
    ),
  );
  const outcomes = results.map(outcomeOf).toSorted();
  assert.deepEqual(outcomes, [
    ...Array<string>(5).fill('credit_line_exceeded'),
    ...Array<string>(3).fill('made'),
  ]);
  await assertBooksHold(desk.owner);
});

test('above the four-eyes amount the person who took a withdrawal can only ask, and another person authorises it', async (t) => {
  const desk = await openDesk(t);
  await fund(desk, 5_000);
  await desk.owner.query('update platform_settings set four_eyes_cents = 99999');
  const id = await desk.withdrawal();
  await take(desk, id, AYSE);
  assert.equal(outcomeOf(await act(desk, authorise, id, AYSE)), 'asked');
  for (const spelling of [' AYSE', 'Ayşe', 'a yse']) {
    const same = commandLineActor(spelling);
    assert.equal(outcomeOf(await act(desk, authorise, id, same)), 'request_already_open', spelling);
  }
  assert.deepEqual(await act(desk, authorise, id, MEHMET), made('authorised'));
});

test('a withdrawal is neither taken nor authorised on an account that cannot pay', async (t) => {
  const desk = await openDesk(t);
  await fund(desk, 5_000);
  const id = await desk.withdrawal();
  for (const change of [`status = 'disabled'`, `status = 'frozen'`, `payouts_paused = true`]) {
    await desk.owner.query(`update bank_account set ${change}`);
    assert.equal(outcomeOf(await take(desk, id)), 'paying_account_unavailable', change);
    await desk.owner.query(`update bank_account set status = 'enabled', payouts_paused = false`);
  }
  const unknown = takeWithdrawal({ transactionId: id, actor: AYSE, bankAccountId: nowhere() });
  assert.equal(outcomeOf(await desk.decisions.submit(unknown)), 'paying_account_unavailable');
  await take(desk, id);
  await desk.owner.query(`update bank_account set payouts_paused = true`);
  assert.equal(outcomeOf(await act(desk, authorise, id)), 'paying_account_unavailable');
});

test('nothing is authorised while payouts of the partner or the platform are stopped', async (t) => {
  const desk = await openDesk(t);
  await fund(desk, 5_000);
  const id = await desk.withdrawal();
  await take(desk, id);
  for (const [stop, resume] of [
    ['update partner set withdrawals_paused = true', 'update partner set withdrawals_paused = false'],
    [`update partner set status = 'disabled'`, `update partner set status = 'active'`],
    [
      'update platform_settings set withdrawals_paused = true',
      'update platform_settings set withdrawals_paused = false',
    ],
  ] as const) {
    await desk.owner.query(stop);
    assert.equal(outcomeOf(await act(desk, authorise, id)), 'payouts_paused', stop);
    await desk.owner.query(resume);
  }
  assert.deepEqual(await act(desk, authorise, id), made('authorised'));
});

test('once a withdrawal is authorised, only a person other than the taker can say that the money was not sent', async (t) => {
  const desk = await openDesk(t);
  await fund(desk, 5_000);
  const [released, rejected] = [await desk.withdrawal(), await desk.withdrawal()];
  for (const id of [released, rejected]) {
    await take(desk, id, AYSE);
    await act(desk, authorise, id, AYSE);
  }
  const fail: Verb = (request) => rejectWithdrawal({ ...request, reasonCode: 'payout_failed' });
  assert.equal(outcomeOf(await act(desk, releaseWithdrawal, released, AYSE)), 'second_person_needed');
  assert.equal(outcomeOf(await act(desk, fail, rejected, AYSE)), 'second_person_needed');
  assert.deepEqual(await act(desk, releaseWithdrawal, released, MEHMET), made('queued'));
  assert.equal(outcomeOf(await act(desk, fail, rejected, MEHMET)), 'made');
  const row = await desk.see(released);
  assert.deepEqual([row.takenBy, row.authorisedBy, row.bankAccountId], [null, null, null]);
  assert.deepEqual(await balances(desk.owner), { bank: 500_000n, partner_balance: 500_000n });
  await assertBooksHold(desk.owner);
});

test('a withdrawal can be taken, released and authorised again, and its amount is never reserved twice', async (t) => {
  const desk = await openDesk(t);
  await fund(desk, 5_000);
  const id = await desk.withdrawal();
  for (let round = 0; round < 3; round += 1) {
    assert.deepEqual(await take(desk, id), made('taken'));
    assert.deepEqual(await act(desk, authorise, id), made('authorised'));
    assert.deepEqual(await act(desk, releaseWithdrawal, id, MEHMET), made('queued'));
  }
  assert.deepEqual(await take(desk, id), made('taken'));
  assert.deepEqual(
    await act(desk, releaseWithdrawal, id),
    made('queued'),
    'before it is authorised one is enough',
  );
  await assertBooksHold(desk.owner);
});

test('a payee that changed after the operator looked stops the authorisation and the approval', async (t) => {
  const desk = await openDesk(t);
  await fund(desk, 5_000);
  const id = await desk.withdrawal();
  await take(desk, id);
  const { fingerprint } = await desk.see(id);
  const before = (await desk.see(id)).payoutIban ?? assert.fail();
  const swap = async (iban: string): Promise<void> => {
    await desk.owner.query('update transaction set payout_iban = $2 where id = $1', [id, iban]);
  };
  await swap('GB82WEST12345698765432');
  const authorisation = authorise({ transactionId: id, fingerprint, actor: AYSE });
  assert.equal(outcomeOf(await desk.decisions.submit(authorisation)), 'transaction_changed');
  await swap(before);
  assert.equal(outcomeOf(await desk.decisions.submit(authorisation)), 'made');
  const { fingerprint: authorised } = await desk.see(id);
  await swap('GB82WEST12345698765432');
  const approve = approveWithdrawal({ transactionId: id, fingerprint: authorised, actor: AYSE });
  assert.equal(outcomeOf(await desk.decisions.submit(approve)), 'transaction_changed');
});

test('a reason must fit the type, and "other" needs a note', async (t) => {
  const desk = await openDesk(t);
  const id = await desk.withdrawal();
  const reject = async (reasonCode: 'no_money_seen' | 'other', note?: string) =>
    outcomeOf(
      await desk.decisions.submit(rejectWithdrawal({ transactionId: id, actor: AYSE, reasonCode, note })),
    );
  assert.equal(await reject('no_money_seen'), 'reason_invalid');
  assert.equal(await reject('other'), 'reason_invalid');
  assert.equal(await reject('other', 'the player called'), 'made');
});

test('the person who took a payout cannot report alone that the bank sent it back', async (t) => {
  const desk = await openDesk(t);
  await fund(desk, 5_000);
  const id = await desk.withdrawal();
  await take(desk, id, AYSE);
  await act(desk, authorise, id, AYSE);
  await act(desk, approveWithdrawal, id, AYSE);
  assert.equal(outcomeOf(await act(desk, returnPayout, id, AYSE)), 'second_person_needed');
  assert.equal(outcomeOf(await act(desk, returnPayout, id, MEHMET)), 'made');
});

test('a setting that changes while an authorisation waits for its locks is still respected', async (t) => {
  const stops = [
    'update partner set withdrawals_paused = true',
    `update bank_account set status = 'frozen'`,
    'update platform_settings set four_eyes_cents = 0',
  ];
  for (const stop of stops) {
    await t.test(stop, async (t2) => {
      const desk = await openDesk(t2);
      await fund(desk, 5_000);
      const id = await desk.withdrawal();
      await take(desk, id);
      const { fingerprint } = await desk.see(id);
      const holder = await desk.owner.connect();
      t2.after(() => holder.release());
      await holder.query('begin');
      await holder.query('select from transaction where id = $1 for update', [id]);
      const authorising = desk.decisions.submit(authorise({ transactionId: id, fingerprint, actor: AYSE }));
      await sleep(1_200);
      await desk.owner.query(stop);
      await holder.query('commit');
      assert.notEqual(outcomeOf(await authorising), 'made');
      assert.equal((await desk.see(id)).stage, 'taken');
    });
  }
});
