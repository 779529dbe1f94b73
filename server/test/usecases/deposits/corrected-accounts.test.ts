import assert from 'node:assert/strict';
import { test } from 'node:test';
import { confirmRequest } from '../../../src/usecases/confirmation/confirm.ts';
import { correctDeposit } from '../../../src/usecases/deposits/correct.ts';
import type { DepositCorrection } from '../../../src/usecases/deposits/correct.ts';
import { approveDeposit } from '../../../src/usecases/deposits/decide.ts';
import { reSumLedger } from '../../../src/usecases/ledger/re-sum.ts';
import { confirmContext } from '../../harness/by-two.ts';
import { AYSE, MEHMET, cash, nowhere, openDesk } from '../../harness/desk.ts';
import type { Desk } from '../../harness/desk.ts';
import { insertBankAccount } from '../../harness/factories.ts';
import { assertBooksHold } from '../../harness/ledger.ts';

async function approved(desk: Desk): Promise<string> {
  const id = await desk.deposit();
  const approve = (fingerprint: string) =>
    approveDeposit({ transactionId: id, fingerprint, actor: AYSE, actualCents: cash(1000) });
  assert.equal((await desk.decide(approve, id)).outcome, 'made');
  return id;
}

async function correct(
  desk: Desk,
  id: string,
  right: Pick<DepositCorrection, 'actualCents' | 'bankAccountId'>,
): Promise<string> {
  const result = await desk.decide(
    (fingerprint) => correctDeposit({ transactionId: id, fingerprint, actor: AYSE, ...right }),
    id,
  );
  if (result.outcome === 'refused') return result.refusal.code;
  if (result.outcome === 'made') assert.fail('One person corrected it.');
  const pool = desk.database.pool('vezne_console');
  await confirmRequest(confirmContext(pool, MEHMET), result.requestId);
  return 'confirmed';
}

async function balanceAt({ owner }: Desk, bankAccountId: string): Promise<bigint | undefined> {
  const { rows } = await owner.query<{ cents: bigint }>(
    `select balance_cents as cents from ledger_account where kind = 'bank' and bank_account_id = $1`,
    [bankAccountId],
  );
  return rows[0]?.cents;
}

async function assertAllHolds(desk: Desk): Promise<void> {
  await assertBooksHold(desk.owner);
  for (const { rule, differences } of await reSumLedger(desk.database.pool('vezne_worker'))) {
    assert.deepEqual(differences, [], rule);
  }
}

test('a deposit that was approved at the wrong account is moved to the right one, and nobody outside is told', async (t) => {
  const desk = await openDesk(t);
  const other = await insertBankAccount(desk.owner);
  const id = await approved(desk);
  const before = await desk.see(id);
  assert.equal(await correct(desk, id, { bankAccountId: other.id }), 'confirmed');
  assert.deepEqual(
    [await balanceAt(desk, desk.bankAccount.id), await balanceAt(desk, other.id)],
    [0n, 100_000n],
  );
  const { status, actualAmountCents, playerAmountCents, bankAccountId } = await desk.see(id);
  assert.deepEqual(
    [status, actualAmountCents, playerAmountCents, bankAccountId],
    ['approved', before.actualAmountCents, before.playerAmountCents, other.id],
  );
  const { rows } = await desk.owner.query('select type from event');
  assert.deepEqual(rows, [{ type: 'deposit.approved' }]);
  const { rows: audited } = await desk.owner.query(
    `select action, actor from audit_entry where subject_type = 'transaction' order by id`,
  );
  assert.deepEqual(audited.at(-1), { action: 'deposit.correct', actor: 'mehmet' });
  await assertAllHolds(desk);
});

test('amount and account are corrected together, the partner hears of the amount, and both can be corrected back', async (t) => {
  const desk = await openDesk(t);
  const other = await insertBankAccount(desk.owner);
  const id = await approved(desk);
  assert.equal(await correct(desk, id, { actualCents: cash(950), bankAccountId: other.id }), 'confirmed');
  assert.deepEqual(
    [await balanceAt(desk, desk.bankAccount.id), await balanceAt(desk, other.id)],
    [0n, 95_000n],
  );
  const { rows } = await desk.owner.query('select type from event order by feed_no');
  assert.deepEqual(
    rows.map(({ type }) => type),
    ['deposit.approved', 'deposit.corrected'],
  );
  await assertAllHolds(desk);
  const right = { actualCents: cash(1000), bankAccountId: desk.bankAccount.id };
  assert.equal(await correct(desk, id, right), 'confirmed');
  assert.deepEqual(
    [await balanceAt(desk, desk.bankAccount.id), await balanceAt(desk, other.id)],
    [100_000n, 0n],
  );
  await assertAllHolds(desk);
});

test('a correction names something that is wrong, an account of ours, and no account for no money', async (t) => {
  const desk = await openDesk(t);
  const other = await insertBankAccount(desk.owner);
  const id = await approved(desk);
  const same = { actualCents: cash(1000), bankAccountId: desk.bankAccount.id };
  assert.equal(await correct(desk, id, same), 'nothing_to_correct');
  assert.equal(await correct(desk, id, {}), 'nothing_to_correct');
  assert.equal(await correct(desk, id, { bankAccountId: nowhere() }), 'paying_account_unavailable');
  assert.equal(
    await correct(desk, id, { actualCents: cash(0), bankAccountId: other.id }),
    'account_without_money',
  );
  assert.equal(await correct(desk, id, { actualCents: cash(0) }), 'confirmed');
  assert.equal(await correct(desk, id, { bankAccountId: other.id }), 'account_without_money');
  // A frozen account holds money like any other.
  await desk.owner.query(`update bank_account set status = 'frozen' where id = $1`, [other.id]);
  assert.equal(await correct(desk, id, { actualCents: cash(10), bankAccountId: other.id }), 'confirmed');
  await assertAllHolds(desk);
});
