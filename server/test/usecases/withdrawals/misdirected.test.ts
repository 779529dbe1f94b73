import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { TestContext } from 'node:test';
import type { Person } from '@vezne/domain/actor';
import type { Cents } from '@vezne/domain/money';
import { findMisdirectedPayout, listReceivable } from '../../../src/db/read/payouts/misdirected-payouts.ts';
import { newId } from '../../../src/ids.ts';
import { confirmRequest } from '../../../src/usecases/confirmation/confirm.ts';
import type { OperationRequest } from '../../../src/usecases/ledger/operation.ts';
import { postLedgerOperation } from '../../../src/usecases/ledger/post.ts';
import type { PostedOperation } from '../../../src/usecases/ledger/post.ts';
import { reSumLedger } from '../../../src/usecases/ledger/re-sum.ts';
import { returnPayout } from '../../../src/usecases/withdrawals/after-approval.ts';
import {
  approveWithdrawal,
  releaseWithdrawal,
  takeWithdrawal,
} from '../../../src/usecases/withdrawals/decide.ts';
import { confirmContext } from '../../harness/by-two.ts';
import { AYSE, MEHMET, authorise, cash, nowhere, openDesk, retry, staff } from '../../harness/desk.ts';
import type { Desk } from '../../harness/desk.ts';
import { insertBankAccount } from '../../harness/factories.ts';
import { assertBooksHold, balances } from '../../harness/ledger.ts';
import { assertRefused, resultOrCode } from '../../harness/refusals.ts';

const OPTIONS = { timeoutMs: 5_000 };

/** The partner may owe much, so that payouts can be made from empty books. */
async function openDeskOnCredit(t: TestContext): Promise<Desk> {
  const desk = await openDesk(t);
  await desk.owner.query('update partner set credit_line_cents = 100000000');
  return desk;
}

async function post(
  desk: Desk,
  request: OperationRequest,
  { id = newId(), actor = AYSE }: { id?: string; actor?: Person } = {},
): Promise<PostedOperation> {
  const pool = desk.database.pool('vezne_console');
  return await postLedgerOperation({ pool, retry }, { id, request, note: 'for the test', actor });
}

async function confirm(desk: Desk, posted: PostedOperation, actor: Person = MEHMET): Promise<void> {
  if (posted.outcome !== 'asked') assert.fail('It was expected to take two people.');
  await confirmRequest(confirmContext(desk.database.pool('vezne_console'), actor), posted.requestId);
}

/** Of 1000.00, of which the player is paid 970.00. */
async function authorised(desk: Desk): Promise<string> {
  const id = await desk.withdrawal();
  const of = (fingerprint: string) => ({ transactionId: id, fingerprint, actor: AYSE });
  await desk.decide((seen) => takeWithdrawal({ ...of(seen), bankAccountId: desk.bankAccount.id }), id);
  assert.equal((await desk.decide((seen) => authorise(of(seen)), id)).outcome, 'made');
  return id;
}

async function approve(desk: Desk, id: string): Promise<void> {
  const made = await desk.decide(
    (fingerprint) => approveWithdrawal({ transactionId: id, fingerprint, actor: AYSE }),
    id,
  );
  assert.equal(made.outcome, 'made');
}

function wrong(desk: Desk, payoutId: string, amountCents: Cents = cash(970)): OperationRequest {
  return { kind: 'misdirected_sent', payoutId, bankAccountId: desk.bankAccount.id, amountCents };
}

function back(desk: Desk, payoutId: string, amountCents: Cents, bankAccountId?: string): OperationRequest {
  const at = bankAccountId ?? desk.bankAccount.id;
  return { kind: 'misdirected_recovered', payoutId, bankAccountId: at, amountCents };
}

/** All of it is out. */
async function misdirected(desk: Desk, payoutId: string): Promise<void> {
  await confirm(desk, await post(desk, wrong(desk, payoutId)));
}

async function assertAllHolds(desk: Desk): Promise<void> {
  await assertBooksHold(desk.owner);
  for (const { rule, differences } of await reSumLedger(desk.database.pool('vezne_worker'))) {
    assert.deepEqual(differences, [], rule);
  }
}

suite('a payout that went to a wrong account', () => {
  test('while it is authorised it is out, and the payout is still to be paid', async (t) => {
    const desk = await openDeskOnCredit(t);
    const id = await authorised(desk);
    await misdirected(desk, id);
    const row = await desk.see(id);
    assert.deepEqual([row.status, row.stage], ['waiting_confirmation', 'authorised']);
    await approve(desk, id);
    assert.deepEqual(await balances(desk.owner), {
      bank: -194_000n,
      partner_balance: -100_000n,
      partner_commission: 3_000n,
      receivable: 97_000n,
    });
    await assertAllHolds(desk);
  });

  test('of an approved payout the approval stands for the payment that is made again', async (t) => {
    const desk = await openDeskOnCredit(t);
    const id = await authorised(desk);
    await approve(desk, id);
    const { rows: told } = await desk.owner.query('select type from event');
    await misdirected(desk, id);
    assert.equal((await desk.see(id)).status, 'approved');
    const now = await balances(desk.owner);
    assert.deepEqual([now['bank'], now['receivable']], [-194_000n, 97_000n]);
    assert.deepEqual((await desk.owner.query('select type from event')).rows, told, 'nobody outside is told');
    await assertAllHolds(desk);
  });

  test('that is not paid again is given back to the partner, and the money stays out', async (t) => {
    const desk = await openDeskOnCredit(t);
    const id = await authorised(desk);
    await approve(desk, id);
    await misdirected(desk, id);
    const back = async (word: object): Promise<string> => {
      const result = await desk.decide(
        (fingerprint) => returnPayout({ transactionId: id, fingerprint, actor: MEHMET, ...word }),
        id,
      );
      return result.outcome === 'refused' ? result.refusal.code : result.outcome;
    };
    // What came back could be the transfer that went wrong, and then the player has the money.
    assert.equal(await back({}), 'misdirected_money_out');
    assert.equal(await back({ isPaymentItself: true }), 'made');
    assert.deepEqual(await balances(desk.owner), { bank: -97_000n, receivable: 97_000n });
    await assertAllHolds(desk);
  });

  test('always takes two people, whatever the amount, and neither is the same', async (t) => {
    const desk = await openDeskOnCredit(t);
    const id = await authorised(desk);
    const asked = await post(desk, wrong(desk, id, cash(1)));
    await assertRefused(confirm(desk, asked, AYSE), 'own_request');
    assert.equal((await balances(desk.owner))['receivable'], undefined, 'nothing is booked yet');
    await confirm(desk, asked);
    const { rows } = await desk.owner.query(
      `select kind, actor, confirmed_by from ledger_operation where payout_id = $1`,
      [id],
    );
    assert.deepEqual(rows, [{ kind: 'misdirected_sent', actor: 'ayse', confirmed_by: 'mehmet' }]);
    const { rows: audited } = await desk.owner.query(
      `select action, actor from audit_entry where subject_type = 'ledger_operation'`,
    );
    assert.deepEqual(audited, [{ action: 'ledger.book_misdirection', actor: 'mehmet' }]);
  });

  test('has already left: an account that is frozen, paused or empty is no reason to refuse it', async (t) => {
    const desk = await openDeskOnCredit(t);
    const id = await authorised(desk);
    await desk.owner.query(
      `update bank_account set status = 'frozen', payouts_paused = true, tolerance_cents = 0 where id = $1`,
      [desk.bankAccount.id],
    );
    await misdirected(desk, id);
    assert.equal((await post(desk, back(desk, id, cash(970)))).outcome, 'posted');
    await assertAllHolds(desk);
  });

  test('was authorised once; what went back to the queue may have gone wrong too', async (t) => {
    const desk = await openDeskOnCredit(t);
    await assertRefused(post(desk, wrong(desk, nowhere())), 'payout_not_found');
    await assertRefused(post(desk, wrong(desk, await desk.deposit())), 'payout_not_found');
    await assertRefused(post(desk, wrong(desk, await desk.withdrawal())), 'payout_never_authorised');
    const id = await authorised(desk);
    const released = await desk.decide(
      (fingerprint) => releaseWithdrawal({ transactionId: id, fingerprint, actor: MEHMET }),
      id,
    );
    assert.equal(released.outcome, 'made');
    await misdirected(desk, id);
    const unknown = { ...wrong(desk, id), bankAccountId: nowhere() } as OperationRequest;
    await assertRefused(post(desk, unknown), 'bank_account_not_found');
  });
});

suite('money that had gone to a wrong account', () => {
  test('comes back in parts and at any of our accounts, and never more than is out', async (t) => {
    const desk = await openDeskOnCredit(t);
    const pool = desk.database.pool('vezne_console');
    const other = await insertBankAccount(desk.owner);
    const id = await authorised(desk);
    await assertRefused(post(desk, back(desk, id, cash(1))), 'more_than_is_out');
    await misdirected(desk, id);
    assert.equal((await post(desk, back(desk, id, cash(600)))).outcome, 'posted');
    await assertRefused(post(desk, back(desk, id, cash(371))), 'more_than_is_out');
    const [open] = await listReceivable(pool, { limit: 10 }, OPTIONS);
    assert.deepEqual([open?.payoutId, open?.outCents, open?.recoveredCents], [id, 37_000n, 60_000n]);
    assert.equal((await post(desk, back(desk, id, cash(370), other.id))).outcome, 'posted');
    assert.deepEqual(await listReceivable(pool, { limit: 10 }, OPTIONS), []);
    const { rows } = await desk.owner.query(
      `select balance_cents from ledger_account where kind = 'bank' order by balance_cents`,
    );
    assert.deepEqual(rows, [{ balance_cents: -37_000n }, { balance_cents: 37_000n }]);
    await assertAllHolds(desk);
  });

  test('of 20 people who report it at the same moment, only as many are right as there is money out', async (t) => {
    const desk = await openDeskOnCredit(t);
    const id = await authorised(desk);
    await misdirected(desk, id);
    // 970.00 is out. Of twenty times 100.00 nine fit. Everybody reports for themselves, so that no day's sum decides it.
    const results = await Promise.all(
      Array.from({ length: 20 }, async (_, no) => {
        const posting = post(desk, back(desk, id, cash(100)), { actor: staff(`person ${no}`) });
        const result = await resultOrCode(posting);
        return typeof result === 'string' ? result : result.outcome;
      }),
    );
    assert.deepEqual(results.toSorted(), [
      ...Array<string>(11).fill('more_than_is_out'),
      ...Array<string>(9).fill('posted'),
    ]);
    const pool = desk.database.pool('vezne_console');
    assert.equal((await findMisdirectedPayout(pool, id, OPTIONS))?.outCents, 7_000n);
    assert.equal((await balances(desk.owner))['receivable'], 7_000n);
    await assertAllHolds(desk);
  });

  test('above the four-eyes amount takes two people, and a request that comes too late is refused', async (t) => {
    const desk = await openDeskOnCredit(t);
    const id = await authorised(desk);
    await confirm(desk, await post(desk, wrong(desk, id, cash(60_000))));
    const asked = await post(desk, back(desk, id, cash(60_000)));
    assert.equal(asked.outcome, 'asked');
    assert.equal((await post(desk, back(desk, id, cash(1)))).outcome, 'posted');
    await assertRefused(confirm(desk, asked), 'more_than_is_out');
    await assertAllHolds(desk);
  });

  test('that never comes back is given up by two people, and can turn up after all', async (t) => {
    const desk = await openDeskOnCredit(t);
    const id = await authorised(desk);
    await misdirected(desk, id);
    const giveUp = {
      kind: 'adjusted',
      debit: { kind: 'owner_funds' },
      credit: { kind: 'receivable' },
      amountCents: cash(970),
    } as const;
    await assertRefused(post(desk, giveUp), 'receivable_needs_payout');
    const elsewhere = { ...giveUp, credit: { kind: 'bank_fees' }, payoutId: id } as const;
    await assertRefused(post(desk, elsewhere), 'receivable_needs_payout');
    await assertRefused(post(desk, { ...giveUp, payoutId: id, amountCents: cash(971) }), 'more_than_is_out');
    await confirm(desk, await post(desk, { ...giveUp, payoutId: id }));
    assert.deepEqual(await listReceivable(desk.owner, { limit: 10 }, OPTIONS), []);
    await assertRefused(post(desk, back(desk, id, cash(970))), 'more_than_is_out');
    const undo = { ...giveUp, debit: giveUp.credit, credit: giveUp.debit, payoutId: id } as const;
    await assertRefused(post(desk, { ...undo, amountCents: cash(971) }), 'more_than_given_up');
    await confirm(desk, await post(desk, undo));
    assert.equal((await post(desk, back(desk, id, cash(970)))).outcome, 'posted');
    const now = await balances(desk.owner);
    assert.deepEqual([now['bank'], now['receivable'], now['owner_funds']], [undefined, undefined, undefined]);
    await assertAllHolds(desk);
  });

  test('is listed by age, from the day when something went out', async (t) => {
    const desk = await openDeskOnCredit(t);
    const first = await authorised(desk);
    const second = await authorised(desk);
    await misdirected(desk, first);
    await misdirected(desk, second);
    assert.equal((await post(desk, back(desk, first, cash(970)))).outcome, 'posted');
    await misdirected(desk, first);
    const listed = await listReceivable(desk.owner, { limit: 10 }, OPTIONS);
    assert.deepEqual(
      listed.map(({ payoutId, sentCents, outCents }) => [payoutId, sentCents, outCents]),
      [
        [second, 97_000n, 97_000n],
        [first, 194_000n, 97_000n],
      ],
    );
  });
});

suite("an operation's id stands for its content", () => {
  test('the same again is done once, and anything else under the id is refused', async (t) => {
    const desk = await openDeskOnCredit(t);
    const other = await insertBankAccount(desk.owner);
    const [id, another] = [await authorised(desk), await authorised(desk)];
    await misdirected(desk, id);
    await misdirected(desk, another);
    const operation = { id: newId() };
    const request = back(desk, id, cash(100));
    assert.equal((await post(desk, request, operation)).outcome, 'posted');
    assert.equal((await post(desk, request, operation)).outcome, 'posted');
    assert.equal((await balances(desk.owner))['receivable'], 184_000n, 'once');
    for (const changed of [
      back(desk, id, cash(101)),
      back(desk, another, cash(100)),
      back(desk, id, cash(100), other.id),
      wrong(desk, id, cash(100)),
    ]) {
      await assertRefused(post(desk, changed, operation), 'operation_conflict');
    }
  });

  test('also of a request, before and after it is confirmed', async (t) => {
    const desk = await openDeskOnCredit(t);
    const [id, another] = [await authorised(desk), await authorised(desk)];
    const operation = { id: newId() };
    const asked = await post(desk, wrong(desk, id), operation);
    await assertRefused(post(desk, wrong(desk, another), operation), 'operation_conflict');
    await confirm(desk, asked);
    assert.deepEqual(await post(desk, wrong(desk, id), operation), {
      outcome: 'posted',
      operationId: operation.id,
    });
    await assertRefused(post(desk, wrong(desk, another), operation), 'operation_conflict');
  });

  test('of an adjustment too, whose accounts are its content', async (t) => {
    const desk = await openDeskOnCredit(t);
    const operation = { id: newId() };
    const [fees, funds] = [{ kind: 'bank_fees' }, { kind: 'owner_funds' }] as const;
    const adjusted = { kind: 'adjusted', debit: fees, credit: funds, amountCents: cash(5) } as const;
    await confirm(desk, await post(desk, adjusted, operation));
    assert.equal((await post(desk, adjusted, operation)).outcome, 'posted');
    const reversed = { ...adjusted, debit: funds, credit: fees };
    await assertRefused(post(desk, reversed, operation), 'operation_conflict');
  });

  test('when two people use one id for different things at the same moment, one is told', async (t) => {
    const desk = await openDeskOnCredit(t);
    const id = await authorised(desk);
    await misdirected(desk, id);
    for (let round = 0; round < 5; round += 1) {
      const operation = { id: newId() };
      const results = await Promise.all(
        [cash(1), cash(2)].map(async (amountCents, no) => {
          const actor = staff(`person ${round} ${no}`);
          return await resultOrCode(post(desk, back(desk, id, amountCents), { ...operation, actor }));
        }),
      );
      const told = results.map((result) => (typeof result === 'string' ? result : result.outcome));
      assert.deepEqual(told.toSorted(), ['operation_conflict', 'posted']);
    }
    await assertAllHolds(desk);
  });
});
