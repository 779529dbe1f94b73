import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Decision } from '../../../../src/usecases/decisions/decision.ts';
import { correctDeposit } from '../../../../src/usecases/deposits/correct.ts';
import { approveDeposit, rejectDeposit } from '../../../../src/usecases/deposits/decide.ts';
import { insertBankAccount } from '../../../harness/factories.ts';
import { AYSE, MEHMET, cash, nowhere, openDesk, sighting, staff } from '../../../harness/desk.ts';
import { balances } from '../../../harness/ledger.ts';
import {
  refusedDeposit,
  enter,
  approve,
  approveByTwo,
  confirm,
  reasonsOf,
  openOf,
  assertIntact,
} from './refused-deposits.ts';

suite('refused money that is credited after all', () => {
  test('leaves unallocated by the approval of late money, in parts, and the bank does not move again', async (t) => {
    const desk = await openDesk(t);
    const id = await refusedDeposit(desk, 800, { bankReference: 'F-1' });
    const first = await enter(desk, { transactionId: id, refusedTransactionId: id }, 500);
    assert.equal(await openOf(desk, id), 80_000n, 'an entry that waits takes nothing');
    // The reference is that of the refused transfer, and of every part of it.
    assert.equal(await approve(desk, first, 500, { bankReference: 'F-1' }), 'made');
    const second = await enter(desk, { transactionId: id, refusedTransactionId: id }, 200);
    assert.equal(await approve(desk, second, 200, { bankReference: 'F-1' }), 'made');
    assert.deepEqual(await balances(desk.owner), {
      bank: 80_000n,
      unallocated: 10_000n,
      partner_balance: 67_900n,
      partner_commission: 2_100n,
    });
    assert.equal(await openOf(desk, id), 10_000n);
    const { rows } = await desk.owner.query('select count(*)::int as movements from bank_movement');
    assert.deepEqual(rows, [{ movements: 1 }]);
    const stranger = await approve(desk, await desk.deposit(), 1000, { bankReference: 'F-1' });
    assert.equal(stranger, 'bank_reference_used', 'the transfer is not credited as new money');
    await assertIntact(desk);
  });

  test('may belong to another deposit, is where it came, and never more than is open', async (t) => {
    const desk = await openDesk(t);
    const other = await insertBankAccount(desk.owner);
    const id = await refusedDeposit(desk, 800);
    const another = await refusedDeposit(desk, 1);
    const named = { transactionId: another, refusedTransactionId: id };
    assert.equal(await enter(desk, { ...named, bankAccountId: other.id }, 100), 'refused_money_elsewhere');
    assert.equal(await enter(desk, named, 801), 'refused_money_exceeded');
    assert.equal(
      await enter(desk, { transactionId: another, refusedTransactionId: nowhere() }, 1),
      'refused_money_not_found',
    );
    const late = await enter(desk, named, 700);
    assert.equal((await desk.see(late)).bankAccountId, desk.bankAccount.id);
    assert.equal(await approve(desk, late, 700, { bankAccountId: other.id }), 'refused_money_elsewhere');
    assert.equal(await approve(desk, late, 801), 'refused_money_exceeded');
    await approveByTwo(desk, late, 800);
    assert.deepEqual([await openOf(desk, id), await openOf(desk, another)], [0n, 100n]);
    await assertIntact(desk);
  });

  test('is named or said to be other money, whenever money of the reference is open', async (t) => {
    const desk = await openDesk(t);
    const id = await refusedDeposit(desk, 800);
    assert.equal(await enter(desk, { transactionId: id }, 800), 'refused_money_unsaid');
    const late = await enter(desk, { transactionId: id, isNewMoney: true }, 800);
    assert.equal(await approve(desk, late, 800), 'made');
    assert.equal((await balances(desk.owner))['bank'], 160_000n, 'it came besides');
    await assertIntact(desk);
  });

  test('is credited by two people if somebody else had sent it, whatever is said of the sender now', async (t) => {
    const desk = await openDesk(t);
    for (const seen of [
      { reasonCode: 'third_party_sender' },
      { reasonCode: 'duplicate', senderSeen: 'MURAT KAYA' },
    ] as const) {
      const id = await refusedDeposit(desk, 800, seen);
      const late = await enter(desk, { transactionId: id, refusedTransactionId: id }, 800);
      assert.equal(await approve(desk, late, 800), 'asked', JSON.stringify(seen));
    }
  });

  test('is credited by two people to another player, and to anybody by the one who refused it', async (t) => {
    const desk = await openDesk(t);
    const [mine, others] = [await refusedDeposit(desk, 300), await refusedDeposit(desk, 300)];
    const toAnother = await enter(desk, { transactionId: others, refusedTransactionId: mine }, 300);
    assert.deepEqual(await reasonsOf(desk, toAnother, MEHMET), ['refused_for_another']);
    assert.deepEqual(await reasonsOf(desk, toAnother, AYSE), ['refused_for_another', 'refused_by_same']);
    const toSame = await enter(desk, { transactionId: mine, refusedTransactionId: mine }, 300);
    assert.deepEqual(await reasonsOf(desk, toSame, AYSE), ['refused_by_same']);
    assert.deepEqual(await reasonsOf(desk, toSame, staff('AYSE ')), ['refused_by_same'], 'by any spelling');
    assert.equal(await openOf(desk, mine), 30_000n);
    assert.equal(await approve(desk, toSame, 300), 'made', 'one other person is enough');
    await assertIntact(desk);
  });

  test('is not credited by one person past the program, to another player or by who refused it', async (t) => {
    const desk = await openDesk(t);
    const [mine, others] = [await refusedDeposit(desk, 300), await refusedDeposit(desk, 300)];
    const toAnother = await enter(desk, { transactionId: others, refusedTransactionId: mine }, 300);
    const toSame = await enter(desk, { transactionId: mine, refusedTransactionId: mine }, 300);
    for (const [late, actor] of [
      [toAnother, MEHMET],
      [toSame, AYSE],
    ] as const) {
      const honest = approveDeposit({
        transactionId: late,
        fingerprint: (await desk.see(late)).fingerprint,
        actor,
        actualCents: cash(300),
        ...sighting(),
      });
      const alone: Decision = {
        ...honest,
        change(row, facts) {
          const change = honest.change(row, facts);
          return typeof change === 'string' ? change : { ...change, twoPeople: [] };
        },
      };
      await assert.rejects(desk.decisions.submit(alone), {
        constraint: 'ledger_transfer_agrees_with_its_cause',
      });
    }
    assert.equal(await openOf(desk, mine), 30_000n);
  });

  test("has the bank's reference of its refusal, and needs the word for any other that was used", async (t) => {
    const desk = await openDesk(t);
    const references = { bankReference: 'F-OF-REFUSAL', senderSeen: 'AYSE ISIK' };
    const other = await desk.deposit();
    assert.equal(await approve(desk, other, 1000, { ...references, bankReference: 'F-OTHER' }), 'made');
    const id = await refusedDeposit(desk, 800, references);
    const late = await enter(desk, { transactionId: id, refusedTransactionId: id }, 800);
    const as = async (bankReference: string): Promise<string> =>
      await approve(desk, late, 800, { ...references, bankReference });
    assert.equal(await as('F-OTHER'), 'bank_reference_used');
    assert.equal(await as('F-OF-REFUSAL'), 'made');
  });

  test('stays open when its late entry is rejected, which nobody is told', async (t) => {
    const desk = await openDesk(t);
    const id = await refusedDeposit(desk, 800);
    const late = await enter(desk, { transactionId: id, refusedTransactionId: id }, 800);
    const reject = async (seen: object): Promise<string> => {
      const rejection = rejectDeposit({
        transactionId: late,
        actor: AYSE,
        reasonCode: 'third_party_sender',
        ...seen,
      });
      const result = await desk.decisions.submit(rejection);
      return result.outcome === 'refused' ? result.refusal.code : result.outcome;
    };
    const moneySeen = { amountCents: cash(800), bankAccountId: desk.bankAccount.id };
    assert.equal(await reject({ moneySeen }), 'money_seen_before');
    assert.equal(await reject({}), 'made');
    assert.equal(await openOf(desk, id), 80_000n);
    assert.deepEqual(await balances(desk.owner), { bank: 80_000n, unallocated: 80_000n });
    const { rows } = await desk.owner.query(
      `select transaction_id, feed_no, (select last_no from event_feed f where f.partner_id = event.partner_id) as last_no from event`,
    );
    assert.deepEqual(rows, [{ transaction_id: id, feed_no: 1n, last_no: 1n }]);
    await assertIntact(desk);
  });

  test('late money that came anew and is rejected is refused money of its own', async (t) => {
    const desk = await openDesk(t);
    const id = await refusedDeposit(desk, 1);
    const late = await enter(desk, { transactionId: id, isNewMoney: true }, 300);
    const moneySeen = { amountCents: cash(300), bankAccountId: desk.bankAccount.id };
    const reject = rejectDeposit({
      transactionId: late,
      actor: AYSE,
      reasonCode: 'duplicate',
      moneySeen,
    });
    assert.equal((await desk.decisions.submit(reject)).outcome, 'made');
    assert.equal(await openOf(desk, late), 30_000n);
    const again = await enter(desk, { transactionId: id, refusedTransactionId: late }, 300);
    assert.equal(await approve(desk, again, 300), 'made');
    await assertIntact(desk);
  });

  test('goes back to unallocated by a correction, which takes no more than is open', async (t) => {
    const desk = await openDesk(t);
    const id = await refusedDeposit(desk, 800);
    const late = await enter(desk, { transactionId: id, refusedTransactionId: id }, 500);
    assert.equal(await approve(desk, late, 500), 'made');
    const correct = async (units: number): Promise<string> => {
      const correction = (fingerprint: string) =>
        correctDeposit({ transactionId: late, fingerprint, actor: AYSE, actualCents: cash(units) });
      const result = await desk.decide(correction, late);
      if (result.outcome === 'refused') return result.refusal.code;
      if (result.outcome === 'asked') await confirm(desk, result.requestId);
      return 'confirmed';
    };
    assert.equal(await correct(801), 'refused_money_exceeded');
    assert.equal(await correct(800), 'confirmed');
    assert.equal(await openOf(desk, id), 0n);
    assert.equal(await correct(300), 'confirmed');
    assert.equal(await openOf(desk, id), 50_000n);
    assert.equal(await correct(0), 'confirmed');
    assert.deepEqual(
      { ...(await balances(desk.owner)), open: await openOf(desk, id) },
      { bank: 80_000n, unallocated: 80_000n, open: 80_000n },
    );
    await assertIntact(desk);
  });
});
