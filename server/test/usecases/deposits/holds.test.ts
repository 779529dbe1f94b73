import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HoldReason } from '@vezne/domain/hold';
import { waitingSql, findWaitingIds } from '../../../src/db/read/transactions/waiting-transactions.ts';
import { approveDeposit, rejectDeposit } from '../../../src/usecases/deposits/decide.ts';
import { holdDeposit, unholdDeposit } from '../../../src/usecases/deposits/hold.ts';
import { AYSE, MEHMET, cash, openDesk } from '../../harness/desk.ts';
import type { Desk } from '../../harness/desk.ts';
import { assertBooksHold } from '../../harness/ledger.ts';
import { outcomeOf } from '../../harness/refusals.ts';
import { auditRows } from '../administration.ts';
import { insertOpenDeposits } from '../bank-accounts/open-deposits.ts';

const DAY_MS = 24 * 60 * 60_000;
const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS);

async function hold(
  desk: Desk,
  transactionId: string,
  until = inDays(1),
  reason: HoldReason = 'bank_down',
): Promise<string> {
  return outcomeOf(await desk.decisions.submit(holdDeposit({ transactionId, actor: AYSE, until, reason })));
}

async function unhold(desk: Desk, transactionId: string): Promise<string> {
  return outcomeOf(await desk.decisions.submit(unholdDeposit({ transactionId, actor: MEHMET })));
}

async function queue(desk: Desk, limit = 10): Promise<string[]> {
  const pool = desk.database.pool('vezne_console');
  return await findWaitingIds(pool, { type: 'deposit', limit }, { timeoutMs: 5_000 });
}

test('a deposit is held for a reason until a time, and unheld; both are steps, and what is decided on stays the same', async (t) => {
  const desk = await openDesk(t);
  const id = await desk.deposit();
  const before = await desk.see(id);
  const until = inDays(1);
  assert.equal(await hold(desk, id, until, 'eft_next_day'), 'made');
  const held = await desk.see(id);
  assert.deepEqual(
    [held.status, held.heldUntil, held.holdReason],
    ['waiting_confirmation', until, 'eft_next_day'],
  );
  assert.equal(held.fingerprint, before.fingerprint);
  assert.equal(await unhold(desk, id), 'made');
  const { heldUntil, holdReason } = await desk.see(id);
  assert.deepEqual([heldUntil, holdReason], [null, null]);
  assert.equal(await unhold(desk, id), 'not_held');
  const { rows } = await desk.owner.query(
    'select trigger, status, actor, said from transaction_step where transaction_id = $1 and step_no > 1 order by step_no',
    [id],
  );
  const said = { heldUntil: until.toISOString(), holdReason: 'eft_next_day' };
  assert.deepEqual(rows, [
    { trigger: 'hold', status: 'waiting_confirmation', actor: 'ayse', said },
    { trigger: 'unhold', status: 'waiting_confirmation', actor: 'mehmet', said: null },
  ]);
  assert.deepEqual(
    (await auditRows(desk.owner)).map(({ action, actor }) => [action, actor]),
    [
      ['deposit.hold', 'ayse'],
      ['deposit.unhold', 'mehmet'],
    ],
  );
  await assertBooksHold(desk.owner);
});

test('a hold ends in the future and at most seven days ahead, and only what waits for a decision is held', async (t) => {
  const desk = await openDesk(t);
  const id = await desk.deposit();
  assert.equal(await hold(desk, id, inDays(-1)), 'hold_out_of_range');
  assert.equal(await hold(desk, id, inDays(7.01)), 'hold_out_of_range');
  assert.equal(await hold(desk, id, inDays(6.99)), 'made');
  assert.equal(await hold(desk, await desk.deposit({ status: 'waiting_payment' })), 'state_conflict');
  assert.equal(await hold(desk, await desk.withdrawal()), 'transaction_not_found');
});

test('a held deposit is approved or rejected at any time, and the decision ends the hold', async (t) => {
  const desk = await openDesk(t);
  const [approved, rejected] = [await desk.deposit(), await desk.deposit({ amountCents: 77_700n })];
  const { fingerprint } = await desk.see(approved);
  for (const id of [approved, rejected]) assert.equal(await hold(desk, id), 'made');
  const approval = { transactionId: approved, fingerprint, actor: MEHMET, actualCents: cash(1_000) };
  assert.equal(outcomeOf(await desk.decisions.submit(approveDeposit(approval))), 'made');
  const rejection = { transactionId: rejected, actor: MEHMET, reasonCode: 'no_money_seen' } as const;
  assert.equal(outcomeOf(await desk.decisions.submit(rejectDeposit(rejection))), 'made');
  for (const id of [approved, rejected]) {
    const { heldUntil, holdReason } = await desk.see(id);
    assert.deepEqual([heldUntil, holdReason], [null, null]);
    assert.equal(await hold(desk, id), 'state_conflict');
  }
});

test('held deposits come last in the queue until their time is over, also when the page is short', async (t) => {
  const desk = await openDesk(t);
  const [first = '', second = '', third = ''] = [
    await desk.deposit(),
    await desk.deposit(),
    await desk.deposit(),
  ].toSorted();
  await hold(desk, first);
  assert.deepEqual(await queue(desk), [second, third, first]);
  assert.deepEqual(await queue(desk, 2), [second, third]);
  await desk.owner.query(`update transaction set held_until = now() - interval '1 second' where id = $1`, [
    first,
  ]);
  assert.deepEqual(await queue(desk), [first, second, third]);
});

test('a page of the queue finds what waits and what is held by an index each', async (t) => {
  const desk = await openDesk(t);
  const [partnerId, bankAccountId] = [desk.partner.id, desk.bankAccount.id];
  await insertOpenDeposits(desk.owner, { partnerId, bankAccountId, count: 5_000 });
  await desk.owner.query(
    `update transaction set status = 'waiting_confirmation' where id in (select id from transaction order by id limit 2500)`,
  );
  await desk.owner.query(
    `update transaction set held_until = now() + interval '1 day', hold_reason = 'bank_down'
     where id in (select id from transaction where status = 'waiting_confirmation' limit 10)`,
  );
  await desk.owner.query('vacuum analyze open_transaction');
  const { rows } = await desk.owner.query<{ 'QUERY PLAN': string }>(
    `explain ${waitingSql('deposit').replaceAll('$1', '50')}`,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  assert.match(plan, /open_deposits_to_confirm/);
  assert.match(plan, /open_deposits_held/);
  assert.doesNotMatch(plan, /Seq Scan/);
});
