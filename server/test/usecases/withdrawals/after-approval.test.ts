import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { TestContext } from 'node:test';
import type { Person } from '@vezne/domain/actor';
import { newId } from '../../../src/ids.ts';
import { confirmRequest } from '../../../src/usecases/confirmation/confirm.ts';
import type { DecisionResult } from '../../../src/usecases/decisions/decision.ts';
import { postLedgerOperation } from '../../../src/usecases/ledger/post.ts';
import { reSumLedger } from '../../../src/usecases/ledger/re-sum.ts';
import { correctWithdrawal, returnPayout } from '../../../src/usecases/withdrawals/after-approval.ts';
import type { ReturnedPayout } from '../../../src/usecases/withdrawals/after-approval.ts';
import { approveWithdrawal, takeWithdrawal } from '../../../src/usecases/withdrawals/decide.ts';
import { confirmContext } from '../../harness/by-two.ts';
import { AYSE, MEHMET, authorise, cash, nowhere, openDesk, retry, staff } from '../../harness/desk.ts';
import type { Desk } from '../../harness/desk.ts';
import { insertBankAccount } from '../../harness/factories.ts';
import { assertBooksHold, balances } from '../../harness/ledger.ts';
import { assertRefused } from '../../harness/refusals.ts';

const ZEYNEP = staff('zeynep');

interface PaidDesk extends Desk {
  other: { id: string; iban: string };
  /** An approved payout that Ayşe took. Of 1000.00 the player is paid 970.00. */
  paid(amountCents?: bigint): Promise<string>;
  returned(
    id: string,
    came: Pick<ReturnedPayout, 'arrivedCents' | 'bankAccountId'>,
    actor?: Person,
  ): Promise<DecisionResult>;
}

async function openPaidDesk(t: TestContext): Promise<PaidDesk> {
  const desk = await openDesk(t);
  await desk.owner.query('update partner set credit_line_cents = 100000000000');
  await desk.owner.query('update bank_account set tolerance_cents = 100000000000');
  return {
    ...desk,
    other: await insertBankAccount(desk.owner),
    async paid(amountCents = 100_000n) {
      const id = await desk.withdrawal({ amountCents });
      const of = (fingerprint: string) => ({ transactionId: id, fingerprint });
      const take = { actor: AYSE, bankAccountId: desk.bankAccount.id };
      await desk.decide((seen) => takeWithdrawal({ ...of(seen), ...take }), id);
      await desk.decide((seen) => authorise({ ...of(seen), actor: MEHMET }), id);
      const made = await desk.decide((seen) => approveWithdrawal({ ...of(seen), actor: AYSE }), id);
      assert.equal(made.outcome, 'made');
      return id;
    },
    returned: async (id, came, actor = MEHMET) =>
      await desk.decide(
        (fingerprint) => returnPayout({ transactionId: id, fingerprint, actor, ...came }),
        id,
      ),
  };
}

function codeOf(result: DecisionResult): string {
  return result.outcome === 'refused' ? result.refusal.code : result.outcome;
}

async function atBanks({ owner, bankAccount, other }: PaidDesk): Promise<(bigint | undefined)[]> {
  const { rows } = await owner.query<{ id: string; cents: bigint }>(
    `select bank_account_id as id, balance_cents as cents from ledger_account where kind = 'bank'`,
  );
  return [bankAccount, other].map(({ id }) => rows.find((row) => row.id === id)?.cents);
}

async function assertAllHolds(desk: Desk): Promise<void> {
  await assertBooksHold(desk.owner);
  for (const { rule, differences } of await reSumLedger(desk.database.pool('vezne_worker'))) {
    assert.deepEqual(differences, [], rule);
  }
}

suite('a payout that the bank sends back', () => {
  test('may arrive short: the partner gets all of it, and what is missing is a fee of the bank', async (t) => {
    const desk = await openPaidDesk(t);
    const id = await desk.paid();
    assert.equal(codeOf(await desk.returned(id, { arrivedCents: cash(960) })), 'made');
    assert.deepEqual(await balances(desk.owner), { bank: -1_000n, bank_fees: 1_000n });
    const { rows } = await desk.owner.query(
      `select type, player_amount_cents as player from event where type = 'withdrawal.rejected'`,
    );
    assert.deepEqual(rows, [{ type: 'withdrawal.rejected', player: 100_000n }], 'the player gets all of it');
    const { rows: steps } = await desk.owner.query(
      `select said from transaction_step where trigger = 'payout_returned'`,
    );
    assert.deepEqual(steps, [{ said: { arrivedAmount: '960.00', fee: '10.00' } }]);
    await assertAllHolds(desk);
  });

  test('may arrive at another of our accounts, and keeps the one that paid', async (t) => {
    const desk = await openPaidDesk(t);
    const id = await desk.paid();
    assert.equal(codeOf(await desk.returned(id, { bankAccountId: desk.other.id })), 'made');
    assert.deepEqual(await atBanks(desk), [-97_000n, 97_000n]);
    assert.equal((await desk.see(id)).bankAccountId, desk.bankAccount.id);
    await assertAllHolds(desk);
  });

  test('never arrives with nothing, with more than was paid, or at an account that is not ours', async (t) => {
    const desk = await openPaidDesk(t);
    const id = await desk.paid();
    for (const [came, code] of [
      [{ arrivedCents: cash(0) }, 'arrived_out_of_range'],
      [{ arrivedCents: cash(971) }, 'arrived_out_of_range'],
      [{ bankAccountId: nowhere() }, 'paying_account_unavailable'],
    ] as const) {
      assert.equal(codeOf(await desk.returned(id, came)), code);
    }
    assert.equal((await desk.see(id)).status, 'approved');
  });

  test('stays the act of another person than the taker, also when it comes short', async (t) => {
    const desk = await openPaidDesk(t);
    const id = await desk.paid();
    assert.equal(codeOf(await desk.returned(id, { arrivedCents: cash(1) }, AYSE)), 'second_person_needed');
  });

  test('with a fee above the four-eyes amount waits for a second person, who never had it either', async (t) => {
    const desk = await openPaidDesk(t);
    const pool = desk.database.pool('vezne_console');
    const id = await desk.paid(10_000_000n);
    const asked = await desk.returned(id, { arrivedCents: cash(40_000), bankAccountId: desk.other.id });
    assert.deepEqual(asked.outcome === 'asked' && asked.reasons, ['above_four_eyes']);
    assert.equal((await desk.see(id)).status, 'approved', 'nothing has changed yet');
    const requestId = asked.outcome === 'asked' ? asked.requestId : '';
    await assertRefused(confirmRequest(confirmContext(pool, MEHMET), requestId), 'own_request');
    await assertRefused(confirmRequest(confirmContext(pool, AYSE), requestId), 'second_person_needed');
    await confirmRequest(confirmContext(pool, ZEYNEP), requestId);
    assert.deepEqual(await atBanks(desk), [-9_700_000n, 4_000_000n]);
    assert.equal((await balances(desk.owner))['bank_fees'], 5_700_000n);
    await assertAllHolds(desk);
  });

  test('has a fee that adds up with what the person posts at the account that day', async (t) => {
    const desk = await openPaidDesk(t);
    const pool = desk.database.pool('vezne_console');
    const [first, second] = [await desk.paid(4_000_000n), await desk.paid(4_000_000n)];
    // 38,800.00 is paid. A fee of 30,000.00 fits, and the same again does not.
    assert.equal(codeOf(await desk.returned(first, { arrivedCents: cash(8_800) })), 'made');
    const again = await desk.returned(second, { arrivedCents: cash(8_800) });
    assert.deepEqual(again.outcome === 'asked' && again.reasons, ['day_sum']);
    const fee = {
      kind: 'bank_fee_charged',
      bankAccountId: desk.bankAccount.id,
      amountCents: cash(20_001),
    } as const;
    const posted = await postLedgerOperation(
      { pool, retry },
      { id: newId(), request: fee, note: 'of the same day', actor: MEHMET },
    );
    assert.equal(posted.outcome, 'asked', 'and the other way round');
  });

  test('of several short returns at the same moment no more passes by one hand than the four-eyes amount', async (t) => {
    const desk = await openPaidDesk(t);
    const ids: string[] = [];
    for (let no = 0; no < 4; no += 1) ids.push(await desk.paid(4_000_000n));
    const results = await Promise.all(
      ids.map(async (id) => codeOf(await desk.returned(id, { arrivedCents: cash(18_800) }))),
    );
    // Fees of 20,000.00: two of them are one person's.
    assert.deepEqual(results.toSorted(), ['asked', 'asked', 'made', 'made']);
    await assertAllHolds(desk);
  });
});

suite('a payout that another of our accounts paid', () => {
  const ask = async (desk: PaidDesk, id: string, bankAccountId: string): Promise<DecisionResult> =>
    await desk.decide(
      (fingerprint) => correctWithdrawal({ transactionId: id, fingerprint, actor: AYSE, bankAccountId }),
      id,
    );

  test('is put right by two people: the books of both accounts, and nothing else', async (t) => {
    const desk = await openPaidDesk(t);
    const pool = desk.database.pool('vezne_console');
    const id = await desk.paid();
    const before = await balances(desk.owner);
    const { rowCount: events } = await desk.owner.query('select from event');
    const asked = await ask(desk, id, desk.other.id);
    assert.deepEqual(asked.outcome === 'asked' && asked.reasons, ['always']);
    assert.deepEqual(await atBanks(desk), [-97_000n, 0n], 'nothing has changed yet');
    const requestId = asked.outcome === 'asked' ? asked.requestId : '';
    await assertRefused(confirmRequest(confirmContext(pool, AYSE), requestId), 'own_request');
    await confirmRequest(confirmContext(pool, MEHMET), requestId);
    assert.deepEqual(await atBanks(desk), [0n, -97_000n]);
    assert.deepEqual(await balances(desk.owner), before);
    const row = await desk.see(id);
    assert.deepEqual([row.status, row.bankAccountId], ['approved', desk.other.id]);
    assert.equal((await desk.owner.query('select from event')).rowCount, events, 'nobody outside is told');
    const { rows } = await desk.owner.query(
      `select s.trigger, s.actor, s.asked_by, count(m.id) as movements
       from transaction_step s join bank_movement m using (transaction_id, step_no)
       where s.trigger = 'account_corrected' group by 1, 2, 3`,
    );
    assert.deepEqual(rows, [
      { trigger: 'account_corrected', actor: 'mehmet', asked_by: 'ayse', movements: 2n },
    ]);
    // From there it comes back to the right account.
    assert.equal(codeOf(await desk.returned(id, {})), 'made');
    assert.deepEqual(await atBanks(desk), [0n, 0n]);
    await assertAllHolds(desk);
  });

  test('is approved, and the account is another one of ours', async (t) => {
    const desk = await openPaidDesk(t);
    const id = await desk.paid();
    assert.equal(codeOf(await ask(desk, id, desk.bankAccount.id)), 'nothing_to_correct');
    assert.equal(codeOf(await ask(desk, id, nowhere())), 'paying_account_unavailable');
    assert.equal(codeOf(await ask(desk, await desk.withdrawal(), desk.other.id)), 'state_conflict');
    assert.equal(codeOf(await ask(desk, await desk.deposit(), desk.other.id)), 'transaction_not_found');
  });
});
