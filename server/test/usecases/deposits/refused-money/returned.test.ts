import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { newId } from '../../../../src/ids.ts';
import { confirmRequest } from '../../../../src/usecases/confirmation/confirm.ts';
import { postLedgerOperation } from '../../../../src/usecases/ledger/post.ts';
import { confirmContext } from '../../../harness/by-two.ts';
import { insertBankAccount, turkishIban } from '../../../harness/factories.ts';
import { AYSE, MEHMET, cash, openDesk, retry, testDecisions } from '../../../harness/desk.ts';
import { balances } from '../../../harness/ledger.ts';
import { assertRefused } from '../../../harness/refusals.ts';
import {
  SENDER_IBAN,
  refusedDeposit,
  enter,
  approve,
  ask,
  confirm,
  openOf,
  assertIntact,
} from './refused-deposits.ts';

suite('refused money that goes back to its sender', () => {
  test('takes two people who both typed the IBAN, which the second cannot read', async (t) => {
    const desk = await openDesk(t);
    const id = await refusedDeposit(desk, 800);
    const requestId = await ask(desk, { refusedTransactionId: id, amountCents: cash(1) });
    const { rows: kept } = await desk.owner.query(
      `select to_jsonb(r)::text || (select string_agg(details::text, ' ') from audit_entry) as text from second_person_request r`,
    );
    assert.ok(!JSON.stringify(kept).includes(SENDER_IBAN), 'nothing that is kept has it');
    await assertRefused(confirm(desk, requestId), 'sender_iban_needed');
    await assertRefused(confirm(desk, requestId, 'TR00'), 'iban_invalid');
    await assertRefused(confirm(desk, requestId, turkishIban(7_000_002)), 'sender_iban_differs');
    assert.equal(await openOf(desk, id), 80_000n);
    // The same account, as banks print it.
    await confirm(desk, requestId, SENDER_IBAN.toLowerCase().replace(/(.{4})/g, '$1 '));
    assert.equal(await openOf(desk, id), 79_900n);
    assert.deepEqual(await balances(desk.owner), { bank: 79_900n, unallocated: 79_900n });
    const { rows } = await desk.owner.query(
      `select kind, actor, confirmed_by, said, refused_transaction_id from ledger_operation`,
    );
    assert.deepEqual(rows, [
      {
        kind: 'returned_to_sender',
        actor: 'ayse',
        confirmed_by: 'mehmet',
        said: { sentTo: SENDER_IBAN },
        refused_transaction_id: id,
      },
    ]);
    const again = { refusedTransactionId: id, amountCents: cash(1) };
    assert.equal(await ask(desk, again, { id: requestId }), `posted ${requestId}`);
    await assertRefused(
      ask(desk, { ...again, iban: turkishIban(7_000_002) }, { id: requestId }),
      'operation_conflict',
    );
    await assertIntact(desk);
  });

  test('never to an account of ours, never more than is open, and only from an account that can pay', async (t) => {
    const desk = await openDesk(t);
    const id = await refusedDeposit(desk, 800);
    const all = { refusedTransactionId: id, amountCents: cash(800) };
    await assertRefused(ask(desk, { ...all, iban: desk.bankAccount.iban }), 'return_to_own_account');
    await assertRefused(ask(desk, { ...all, iban: 'TR12' }), 'iban_invalid');
    await assertRefused(ask(desk, { ...all, amountCents: cash(801) }), 'refused_money_exceeded');
    await assertRefused(
      ask(desk, { ...all, refusedTransactionId: await desk.deposit() }),
      'refused_money_not_found',
    );
    const other = await insertBankAccount(desk.owner);
    await assertRefused(ask(desk, { ...all, bankAccountId: other.id }), 'refused_money_not_found');
    const requests = [await ask(desk, all), await ask(desk, all)];
    await confirm(desk, requests[0] ?? '', SENDER_IBAN);
    await assertRefused(confirm(desk, requests[1] ?? '', SENDER_IBAN), 'refused_money_exceeded');
    await assertIntact(desk);
  });

  test('obeys the rule that an account pays what it holds', async (t) => {
    const desk = await openDesk(t);
    const id = await refusedDeposit(desk, 800);
    const all = { refusedTransactionId: id, amountCents: cash(800) };
    const fee = {
      kind: 'bank_fee_charged',
      bankAccountId: desk.bankAccount.id,
      amountCents: cash(100),
    } as const;
    const pool = desk.database.pool('vezne_console');
    await postLedgerOperation({ pool, retry }, { id: newId(), request: fee, note: 'fee', actor: AYSE });
    const unsaid = { ...all, bankBalanceCents: undefined };
    await assertRefused(ask(desk, unsaid), 'account_bank_balance_needed');
    await assertRefused(ask(desk, { ...all, bankBalanceCents: cash(799) }), 'account_bank_balance_too_low');
    await desk.owner.query('update bank_account set tolerance_cents = 0');
    await assertRefused(ask(desk, all), 'account_shortfall_above_tolerance');
    await desk.owner.query(`update bank_account set payouts_paused = true`);
    await assertRefused(ask(desk, all), 'bank_account_unavailable');
  });
});

test('of 20 ways out of the same refused money at the same moment, no more leaves than came', async (t) => {
  const desk = await openDesk(t);
  const id = await refusedDeposit(desk, 800);
  const pool = desk.database.pool('vezne_console');
  const lates = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const original = await refusedDeposit(desk, 1);
      // All of one player: to another one it is not one person's to credit.
      await desk.owner.query(
        'update transaction set customer_id = (select customer_id from transaction where id = $1) where id = $2',
        [id, original],
      );
      return await enter(desk, { transactionId: original, refusedTransactionId: id }, 150);
    }),
  );
  const returns: string[] = [];
  for (let no = 0; no < 10; no += 1) {
    returns.push(await ask(desk, { refusedTransactionId: id, amountCents: cash(150) }));
  }
  // Two processes, and everybody who confirms.
  const decisions = testDecisions(desk.database.pool('vezne_console'));
  const results = await Promise.all([
    ...lates.map(async (late, no) => await approve(desk, late, 150, no % 2 === 0 ? {} : { decisions })),
    ...returns.map(
      async (requestId) =>
        await confirmRequest({ ...confirmContext(pool, MEHMET), senderIban: SENDER_IBAN }, requestId).then(
          () => 'made',
          (error: unknown) => (error as { refusal?: { code: string } }).refusal?.code ?? String(error),
        ),
    ),
  ]);
  const counts = Object.fromEntries(
    [...Map.groupBy(results, (result) => result)].map(([result, all]) => [result, all.length]),
  );
  t.diagnostic(JSON.stringify(counts));
  // Five times 150.00 leave of 800.00.
  assert.deepEqual(counts, { made: 5, refused_money_exceeded: 15 });
  assert.equal(await openOf(desk, id), 5_000n);
  await assertIntact(desk);
});
