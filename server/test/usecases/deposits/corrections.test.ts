import assert from 'node:assert/strict';
import { test } from 'node:test';
import { confirmRequest } from '../../../src/usecases/confirmation/confirm.ts';
import { correctDeposit } from '../../../src/usecases/deposits/correct.ts';
import { approveDeposit } from '../../../src/usecases/deposits/decide.ts';
import { RefusedError } from '../../../src/usecases/refusal.ts';
import { confirmContext } from '../../harness/by-two.ts';
import { AYSE, MEHMET, cash, openDesk } from '../../harness/desk.ts';
import type { Desk } from '../../harness/desk.ts';
import { assertBooksHold, balances } from '../../harness/ledger.ts';
import { assertRefused, resultOrCode } from '../../harness/refusals.ts';

async function approved(desk: Desk): Promise<string> {
  const id = await desk.deposit();
  const approve = (fingerprint: string) =>
    approveDeposit({ transactionId: id, fingerprint, actor: AYSE, actualCents: cash(1000) });
  assert.equal((await desk.decide(approve, id)).outcome, 'made');
  return id;
}

/** Asks for a correction; returns the request's id. */
async function ask(desk: Desk, correction: Parameters<typeof correctDeposit>[0]): Promise<string> {
  const result = await desk.decisions.submit(correctDeposit(correction));
  if (result.outcome === 'refused') throw new RefusedError(result.refusal);
  if (result.outcome === 'made') assert.fail('One person corrected it.');
  return result.requestId;
}

async function correct(desk: Desk, id: string, units: number): Promise<string> {
  const pool = desk.database.pool('vezne_console');
  const { fingerprint } = await desk.see(id);
  const correction = { transactionId: id, fingerprint, actualCents: cash(units) };
  const work = async (): Promise<string> => {
    const request = await ask(desk, { ...correction, note: 'a zero too many', actor: AYSE });
    await confirmRequest(confirmContext(pool, MEHMET), request);
    return 'confirmed';
  };
  return await resultOrCode(work());
}

test('two people correct a deposit approved with 1000.00 that was 100.00; its status stays and the partner is told', async (t) => {
  const desk = await openDesk(t);
  const id = await approved(desk);
  assert.equal(await correct(desk, id, 100), 'confirmed');
  const row = await desk.see(id);
  assert.deepEqual(
    [row.status, row.actualAmountCents, row.commissionCents, row.playerAmountCents, row.balanceImpactCents],
    ['approved', 10_000n, 300n, 9_700n, 9_700n],
  );
  assert.deepEqual(await balances(desk.owner), {
    bank: 10_000n,
    partner_balance: 9_700n,
    partner_commission: 300n,
  });
  const { rows } = await desk.owner.query(
    'select type, status, player_amount_cents as player, balance_impact_cents as impact from event order by feed_no',
  );
  assert.deepEqual(rows, [
    { type: 'deposit.approved', status: 'approved', player: 97_000n, impact: 97_000n },
    { type: 'deposit.corrected', status: 'approved', player: 9_700n, impact: 9_700n },
  ]);
  const { rows: steps } = await desk.owner.query(
    `select trigger, actor, asked_by, note from transaction_step where trigger = 'correct'`,
  );
  assert.deepEqual(steps, [
    { trigger: 'correct', actor: 'mehmet', asked_by: 'ayse', note: 'a zero too many' },
  ]);
  await assertBooksHold(desk.owner);
});

test('a deposit without any money is corrected to zero, and corrected back when the money turns up', async (t) => {
  const desk = await openDesk(t, { mode: 'fee_on_top' });
  const id = await approved(desk);
  assert.equal(await correct(desk, id, 0), 'confirmed');
  assert.deepEqual(await balances(desk.owner), {});
  assert.equal(await correct(desk, id, 0), 'nothing_to_correct');
  assert.equal(await correct(desk, id, 1000), 'confirmed');
  assert.deepEqual(await balances(desk.owner), {
    bank: 100_000n,
    partner_balance: 97_000n,
    partner_commission: 3_000n,
  });
  await assertBooksHold(desk.owner);
});

test('only an approved deposit can be corrected, and only if it has not changed since the request', async (t) => {
  const desk = await openDesk(t);
  assert.equal(await correct(desk, await desk.deposit(), 100), 'state_conflict');
  assert.equal(await correct(desk, await desk.withdrawal(), 100), 'transaction_not_found');
  const id = await approved(desk);
  const pool = desk.database.pool('vezne_console');
  const { fingerprint } = await desk.see(id);
  const correction = { transactionId: id, fingerprint, note: 'twice', actor: AYSE };
  const first = await ask(desk, { ...correction, actualCents: cash(200) });
  await assertRefused(ask(desk, { ...correction, actualCents: cash(100) }), 'request_already_open');
  await confirmRequest(confirmContext(pool, MEHMET), first);
  await assertRefused(ask(desk, { ...correction, actualCents: cash(100) }), 'transaction_changed');
  const again = await ask(desk, {
    ...correction,
    fingerprint: (await desk.see(id)).fingerprint,
    actualCents: cash(100),
  });
  // Somebody else's change in between.
  await desk.owner.query(`update transaction set customer_full_name = 'Another' where id = $1`, [id]);
  await assertRefused(confirmRequest(confirmContext(pool, MEHMET), again), 'transaction_changed');
  assert.equal((await balances(desk.owner))['bank'], 20_000n);
  await assertBooksHold(desk.owner);
});
