import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { rejectDeposit } from '../../../../src/usecases/deposits/decide.ts';
import { insertBankAccount } from '../../../harness/factories.ts';
import { AYSE, cash, openDesk } from '../../../harness/desk.ts';
import { balances } from '../../../harness/ledger.ts';
import { refusedDeposit, openOf, assertIntact } from './refused-deposits.ts';

suite('a deposit that is rejected although its money came', () => {
  test('the money is in the books at its account, once, and the partner reads a rejection', async (t) => {
    const desk = await openDesk(t);
    const other = await insertBankAccount(desk.owner);
    const id = await refusedDeposit(desk, 800, {
      moneySeen: { amountCents: cash(800), bankAccountId: other.id },
      senderSeen: 'MURAT ISIK',
      bankReference: 'F-800',
    });
    assert.deepEqual(await balances(desk.owner), { bank: 80_000n, unallocated: 80_000n });
    assert.equal(await openOf(desk, id), 80_000n);
    const { rows } = await desk.owner.query(
      `select m.bank_account_id, m.amount_cents, t.kind, e.type, e.actual_amount_cents, e.player_amount_cents, e.balance_impact_cents,
         s.said
       from bank_movement m join ledger_transfer t on t.transaction_id = m.transaction_id and t.step_no = m.step_no
         join event e on e.transaction_id = m.transaction_id join transaction_step s on s.transaction_id = m.transaction_id and s.step_no = m.step_no`,
    );
    assert.deepEqual(rows, [
      {
        bank_account_id: other.id,
        amount_cents: 80_000n,
        kind: 'deposit_refused',
        type: 'deposit.rejected',
        actual_amount_cents: 80_000n,
        player_amount_cents: 0n,
        balance_impact_cents: 0n,
        said: { bankAccountId: other.id, senderSeen: 'MURAT ISIK', bankReference: 'F-800' },
      },
    ]);
    await assertIntact(desk);
  });

  test('without money nothing is posted, and the same transfer is not entered twice', async (t) => {
    const desk = await openDesk(t);
    const none = rejectDeposit({
      transactionId: await desk.deposit(),
      actor: AYSE,
      reasonCode: 'no_money_seen',
    });
    assert.equal((await desk.decisions.submit(none)).outcome, 'made');
    assert.deepEqual(await balances(desk.owner), {});
    await refusedDeposit(desk, 800, { bankReference: 'F-801' });
    const again = (seen: object) => async (): Promise<string> => {
      const result = await desk.decisions.submit(
        rejectDeposit({
          transactionId: await desk.deposit(),
          actor: AYSE,
          reasonCode: 'duplicate',
          ...seen,
        }),
      );
      return result.outcome === 'refused' ? result.refusal.code : result.outcome;
    };
    const moneySeen = { amountCents: cash(800), bankAccountId: desk.bankAccount.id };
    assert.equal(await again({ moneySeen, bankReference: 'F-801' })(), 'bank_reference_used');
    assert.equal(await again({ moneySeen: null, senderSeen: 'X' })(), 'money_seen_unsaid');
    const word = { isReferenceUsedBefore: true };
    assert.equal(await again({ moneySeen, bankReference: 'F-801', ...word })(), 'made');
    assert.deepEqual(await balances(desk.owner), { bank: 160_000n, unallocated: 160_000n });
    await assertIntact(desk);
  });
});
