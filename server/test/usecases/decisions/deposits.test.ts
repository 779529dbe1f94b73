import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sessionDetails } from '@vezne/domain/actor';
import { approveDeposit } from '../../../src/usecases/deposits/decide.ts';
import { rejectDeposit } from '../../../src/usecases/deposits/decide.ts';
import { AYSE, MEHMET, cash, nowhere, openDesk } from '../../harness/desk.ts';
import { insertBankAccount } from '../../harness/factories.ts';
import { assertBooksHold, balances } from '../../harness/ledger.ts';
import { outcomeOf } from '../../harness/refusals.ts';

test('a deposit of 1000.00 that was paid with 950.00 is approved with 950.00, in both settlement modes', async (t) => {
  for (const [mode, player] of [
    ['deduct_from_amount', 92_150n],
    ['fee_on_top', 95_000n],
  ] as const) {
    const desk = await openDesk(t, { mode });
    const id = await desk.deposit();
    const result = await desk.decide(
      (fingerprint) =>
        approveDeposit({ transactionId: id, fingerprint, actor: AYSE, actualCents: cash(950) }),
      id,
    );
    assert.deepEqual(result, { outcome: 'made', status: 'approved', stage: null });
    const row = await desk.see(id);
    assert.deepEqual(
      [
        row.actualAmountCents,
        row.commissionCents,
        row.netAmountCents,
        row.playerAmountCents,
        row.balanceImpactCents,
      ],
      [95_000n, 2_850n, 92_150n, player, 92_150n],
    );
    assert.deepEqual(await balances(desk.owner), {
      bank: 95_000n,
      partner_balance: 92_150n,
      partner_commission: 2_850n,
    });
    const { rows } = await desk.owner.query(
      'select type, status, player_amount_cents as player, actual_amount_cents as actual, feed_no, step_no from event',
    );
    assert.deepEqual(rows, [
      { type: 'deposit.approved', status: 'approved', player, actual: 95_000n, feed_no: 1n, step_no: 2 },
    ]);
    const { rows: audit } = await desk.owner.query(
      'select actor_kind, actor, action, details from audit_entry',
    );
    assert.deepEqual(audit, [
      {
        actor_kind: 'staff',
        actor: 'ayse',
        action: 'deposit.approve',
        details: { amount: '1000.00', actualAmount: '950.00', ...sessionDetails(AYSE) },
      },
    ]);
    await assertBooksHold(desk.owner);
  }
});

test("a second decision is a conflict that names the deposit's current state, and changes nothing", async (t) => {
  const desk = await openDesk(t);
  const id = await desk.deposit();
  const { fingerprint } = await desk.see(id);
  const approve = approveDeposit({ transactionId: id, fingerprint, actor: AYSE, actualCents: cash(1000) });
  assert.equal((await desk.decisions.submit(approve)).outcome, 'made');
  const details = { transactionId: id, status: 'approved', stage: null };
  const conflict = { outcome: 'refused', refusal: { code: 'state_conflict', details } };
  assert.deepEqual(await desk.decisions.submit(approve), conflict);
  const reject = rejectDeposit({ transactionId: id, actor: MEHMET, reasonCode: 'duplicate' });
  assert.deepEqual(await desk.decisions.submit(reject), conflict);
  await assertBooksHold(desk.owner);
});

test('a deposit that changed since the operator saw it is not approved', async (t) => {
  const desk = await openDesk(t);
  const id = await desk.deposit();
  const { fingerprint } = await desk.see(id);
  await desk.owner.query(`update transaction set customer_full_name = 'Somebody Else' where id = $1`, [id]);
  const approve = approveDeposit({ transactionId: id, fingerprint, actor: AYSE, actualCents: cash(1000) });
  assert.deepEqual(await desk.decisions.submit(approve), {
    outcome: 'refused',
    refusal: {
      code: 'transaction_changed',
      details: { transactionId: id, status: 'waiting_confirmation', stage: null },
    },
  });
  assert.deepEqual(await balances(desk.owner), {});
});

test('an amount that the commission would use up is not approved, and an unknown id is not found', async (t) => {
  const desk = await openDesk(t, { fixedCents: 0n });
  const id = await desk.deposit();
  await desk.owner.query(
    `update transaction set commission_fixed_cents = 100, commission_cents = commission_cents + 100,
       net_amount_cents = net_amount_cents - 100, player_amount_cents = player_amount_cents - 100,
       balance_impact_cents = balance_impact_cents - 100 where id = $1`,
    [id],
  );
  const approve = (fingerprint: string) =>
    approveDeposit({ transactionId: id, fingerprint, actor: AYSE, actualCents: cash(1) });
  const result = await desk.decide(approve, id);
  assert.equal(outcomeOf(result), 'nothing_left');
  const unknown = approveDeposit({
    transactionId: nowhere(),
    fingerprint: 'x',
    actor: AYSE,
    actualCents: cash(1),
  });
  assert.deepEqual(await desk.decisions.submit(unknown), {
    outcome: 'refused',
    refusal: { code: 'transaction_not_found', details: { transactionId: unknown.transactionId } },
  });
});

test('a rejected deposit credits nothing, and may state how much was seen', async (t) => {
  const desk = await openDesk(t);
  const id = await desk.deposit();
  const result = await desk.decide(
    (fingerprint) =>
      rejectDeposit({
        transactionId: id,
        fingerprint,
        actor: AYSE,
        reasonCode: 'third_party_sender',
        moneySeen: { amountCents: cash(800), bankAccountId: desk.bankAccount.id },
      }),
    id,
  );
  assert.equal(result.outcome, 'made');
  const row = await desk.see(id);
  assert.deepEqual(
    [row.status, row.reasonCode, row.actualAmountCents, row.playerAmountCents, row.balanceImpactCents],
    ['rejected', 'third_party_sender', 80_000n, 0n, 0n],
  );
  assert.deepEqual(await balances(desk.owner), { bank: 80_000n, unallocated: 80_000n });
  await assertBooksHold(desk.owner);
});

test('a deposit that a freeze moved is approved on the account where its money arrived', async (t) => {
  const desk = await openDesk(t);
  const other = await insertBankAccount(desk.owner);
  const id = await desk.deposit();
  await desk.owner.query(
    'update transaction set previous_bank_account_id = bank_account_id, bank_account_id = $2 where id = $1',
    [id, other.id],
  );
  let sighting = {};
  const approve = (bankAccountId?: string) => (fingerprint: string) =>
    approveDeposit({
      transactionId: id,
      fingerprint,
      actor: AYSE,
      actualCents: cash(1000),
      bankAccountId,
      ...sighting,
    });
  const unsaid = await desk.decide(approve(), id);
  assert.equal(outcomeOf(unsaid), 'account_unclear');
  const unknown = await desk.decide(approve(nowhere()), id);
  assert.equal(outcomeOf(unknown), 'paying_account_unavailable');
  assert.equal(outcomeOf(await desk.decide(approve(desk.bankAccount.id), id)), 'sighting_needed');
  sighting = { bankReference: 'F-1', senderSeen: 'AYSE ISIK' };
  assert.equal((await desk.decide(approve(desk.bankAccount.id), id)).outcome, 'made');
  assert.equal((await desk.see(id)).bankAccountId, desk.bankAccount.id);
  const { rows } = await desk.owner.query('select bank_account_id, amount_cents from bank_movement');
  assert.deepEqual(rows, [{ bank_account_id: desk.bankAccount.id, amount_cents: 100_000n }]);
  await assertBooksHold(desk.owner);
});
