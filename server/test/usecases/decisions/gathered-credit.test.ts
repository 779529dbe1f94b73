import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ZERO_CENTS } from '@vezne/domain/money';
import { approveDeposit } from '../../../src/usecases/deposits/decide.ts';
import { correctDeposit } from '../../../src/usecases/deposits/correct.ts';
import { takeWithdrawal } from '../../../src/usecases/withdrawals/decide.ts';
import { AYSE, MEHMET, cash, openDesk, authorise, testDecisions } from '../../harness/desk.ts';
import { assertBooksHold } from '../../harness/ledger.ts';

test('a withdrawal authorised in one statement with a correction is posted before it, while the credit was still there', async (t) => {
  const desk = await openDesk(t);
  const depositId = await desk.deposit();
  const id = await desk.withdrawal({ amountCents: 50_000n });
  const actualCents = cash(1000);
  const approve = (fingerprint: string) =>
    approveDeposit({ transactionId: depositId, fingerprint, actor: AYSE, actualCents });
  await desk.decide(approve, depositId);
  const { id: bankAccountId } = desk.bankAccount;
  await desk.decide(
    (fingerprint) => takeWithdrawal({ transactionId: id, fingerprint, actor: AYSE, bankAccountId }),
    id,
  );

  const [deposit, withdrawal] = [await desk.see(depositId), await desk.see(id)];
  // The owner's word stands for the request that a second person would have confirmed.
  const decisions = testDecisions(desk.owner);
  const both = await Promise.all([
    decisions.submit(
      correctDeposit({
        transactionId: depositId,
        fingerprint: deposit.fingerprint,
        actor: MEHMET,
        actualCents: ZERO_CENTS,
        // As a second person's confirmation.
        asked: { askedBy: AYSE },
      }),
    ),
    decisions.submit(authorise({ transactionId: id, fingerprint: withdrawal.fingerprint, actor: MEHMET })),
  ]);
  assert.deepEqual(
    both.map(({ outcome }) => outcome),
    ['made', 'made'],
  );
  const { rows } = await desk.owner.query(
    `select t.kind, e.balance_after_cents as after from ledger_entry e join ledger_transfer t on t.id = e.transfer_id
     join ledger_account a on a.id = e.account_id where a.kind = 'partner_balance' order by e.entry_no`,
  );
  assert.deepEqual(rows, [
    { kind: 'deposit_approved', after: 97_000n },
    { kind: 'withdrawal_authorised', after: 47_000n },
    { kind: 'deposit_corrected', after: -50_000n },
  ]);
  await assertBooksHold(desk.owner);
});
