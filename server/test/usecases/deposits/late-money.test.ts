import assert from 'node:assert/strict';
import { test } from 'node:test';
import { approveDeposit, rejectDeposit } from '../../../src/usecases/deposits/decide.ts';
import { enterLateMoney } from '../../../src/usecases/deposits/late-money.ts';
import { AYSE, cash, nowhere, openDesk } from '../../harness/desk.ts';
import type { Desk } from '../../harness/desk.ts';
import { assertBooksHold, balances } from '../../harness/ledger.ts';
import { resultOrCode } from '../../harness/refusals.ts';

async function rejected(desk: Desk): Promise<string> {
  const id = await desk.deposit();
  const reject = rejectDeposit({ transactionId: id, actor: AYSE, reasonCode: 'no_money_seen' });
  assert.equal((await desk.decisions.submit(reject)).outcome, 'made');
  return id;
}

async function enter(desk: Desk, transactionId: string, units: number): Promise<string> {
  const pool = desk.database.pool('vezne_console');
  const money = { transactionId, amountCents: cash(units), actor: AYSE };
  return await resultOrCode(enterLateMoney(pool, money));
}

test('money that arrives after the rejection becomes its own deposit, with the old reference and the old terms', async (t) => {
  const desk = await openDesk(t);
  const id = await rejected(desk);
  await desk.owner.query(
    `insert into partner_terms (partner_id, direction, version, basis_points, fixed_cents, settlement_mode, created_by)
     values ($1, 'deposit', 2, 1000, 0, 'fee_on_top', 'test')`,
    [desk.partner.id],
  );
  const late = await enter(desk, id, 400);
  const [original, bound] = [await desk.see(id), await desk.see(late)];
  assert.deepEqual(
    [
      bound.status,
      bound.originalTransactionId,
      bound.externalReference,
      bound.referenceCode,
      bound.amountCents,
    ],
    ['waiting_confirmation', id, original.externalReference, original.referenceCode, 40_000n],
  );
  const approve = (fingerprint: string) =>
    approveDeposit({
      transactionId: late,
      fingerprint,
      actor: AYSE,
      actualCents: cash(400),
      bankReference: 'f-2024-1',
      senderSeen: 'Ayşe Işık',
    });
  assert.equal((await desk.decide(approve, late)).outcome, 'made');
  assert.deepEqual(await balances(desk.owner), {
    bank: 40_000n,
    partner_balance: 38_800n,
    partner_commission: 1_200n,
  });
  const { rows } = await desk.owner.query(
    `select type, transaction_id, original_transaction_id, external_reference from event order by feed_no`,
  );
  const externalReference = original.externalReference;
  assert.deepEqual(rows, [
    {
      type: 'deposit.rejected',
      transaction_id: id,
      original_transaction_id: null,
      external_reference: externalReference,
    },
    {
      type: 'deposit.approved',
      transaction_id: late,
      original_transaction_id: id,
      external_reference: externalReference,
    },
  ]);
  const { rows: steps } = await desk.owner.query(
    'select trigger from transaction_step where transaction_id = $1 order by step_no',
    [late],
  );
  assert.deepEqual(
    steps.map(({ trigger }: { trigger: string }) => trigger),
    ['create', 'confirm_on_behalf', 'approve'],
  );
  await assertBooksHold(desk.owner);
});

test('late money cannot be entered while earlier late money of the same deposit waits for a decision', async (t) => {
  const desk = await openDesk(t);
  const id = await rejected(desk);
  const entered = await Promise.all([enter(desk, id, 400), enter(desk, id, 400), enter(desk, id, 400)]);
  assert.deepEqual(entered.filter((result) => result === 'late_money_waiting').length, 2);
  const late = entered.find((result) => result !== 'late_money_waiting') ?? '';
  const reject = rejectDeposit({
    transactionId: late,
    actor: AYSE,
    reasonCode: 'duplicate',
    moneySeen: null,
  });
  assert.equal((await desk.decisions.submit(reject)).outcome, 'made');
  const again = await enter(desk, late, 50);
  assert.equal(
    (await desk.see(again)).originalTransactionId,
    id,
    'it is bound to the first of its reference',
  );
});

test('it is the same before the contraction that takes the older index away', async (t) => {
  const desk = await openDesk(t);
  await desk.owner.query(
    `create unique index transaction_late_money_key on transaction (original_transaction_id)
     where original_transaction_id is not null and status = 'waiting_confirmation'`,
  );
  const id = await rejected(desk);
  const entered = [await enter(desk, id, 400), await enter(desk, id, 400)];
  assert.equal(entered[1], 'late_money_waiting');
});

test('money for an open deposit is approved there, and no other transaction can have late money', async (t) => {
  const desk = await openDesk(t);
  assert.equal(await enter(desk, await desk.deposit(), 400), 'deposit_still_open');
  assert.equal(await enter(desk, await desk.withdrawal(), 400), 'transaction_not_found');
  assert.equal(await enter(desk, nowhere(), 400), 'transaction_not_found');
});
