import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { reSumLedger } from '../../../../src/usecases/ledger/re-sum.ts';
import { insertBankAccount } from '../../../harness/factories.ts';
import { nowhere, openDesk } from '../../../harness/desk.ts';
import { refusedDeposit, enter, approve, openOf } from './refused-deposits.ts';

/** What a broken database or a manipulation could do to refused money, and the rule that finds it. */
const TAMPERED: readonly [what: string, text: string, rule: RegExp][] = [
  [
    'more is open than is in the books',
    'update refused_money set amount_cents = amount_cents + 1, open_cents = open_cents + 1',
    /unallocated money is what is open/,
  ],
  [
    'what is open was taken by an adjustment without its name',
    `with o as (insert into ledger_operation (id, kind, amount_cents, actor, actor_id, confirmed_by, confirmed_by_id, note)
         values (gen_random_uuid(), 'adjusted', 100, 'a', 'a', 'b', 'b', 'taken') returning id),
       u as (select * from ledger_account where kind = 'unallocated' and balance_cents > 0),
       f as (select * from ledger_account where kind = 'owner_funds'),
       t as (insert into ledger_transfer (id, kind, operation_id, position, debit_account_id, credit_account_id, amount_cents)
         select nextval('ledger_transfer_id'), 'adjusted', o.id, 1, u.id, f.id, 100 from o, u, f returning id),
       e as (insert into ledger_entry select u.id, u.entry_count + 1, t.id, -100, u.balance_cents - 100 from u, t
         union all select f.id, f.entry_count + 1, t.id, 100, f.balance_cents + 100 from f, t)
     update ledger_account a set entry_count = entry_count + 1,
       balance_cents = balance_cents + case a.kind when 'unallocated' then -100 else 100 end
     where id in (select id from u union all select id from f)`,
    /took no more from unallocated than they put there/,
  ],
  [
    'what is open was moved from one deposit to another',
    `update refused_money set open_cents = case amount_cents when 80000 then 19999 else 1 end`,
    /what its transfers left/,
  ],
  [
    'the approval of refused money went to the bank',
    `update ledger_transfer set kind = 'deposit_approved' where kind = 'refused_money_credited'`,
    /late money that was refused before is credited out of it/,
  ],
];

suite('the nightly sum finds what was done to refused money', () => {
  for (const [what, text, rule] of TAMPERED) {
    test(what, async (t) => {
      const desk = await openDesk(t);
      const id = await refusedDeposit(desk, 800);
      await refusedDeposit(desk, 1);
      const late = await enter(desk, { transactionId: id, refusedTransactionId: id }, 600);
      assert.equal(await approve(desk, late, 600), 'made');
      const worker = desk.database.pool('vezne_worker');
      const broken = async () =>
        (await reSumLedger(worker)).filter(({ differences }) => differences.length > 0);
      assert.deepEqual(await broken(), []);
      await desk.owner.query(text);
      const found = await broken();
      assert.ok(
        found.some((checked) => rule.test(checked.rule)),
        JSON.stringify(found),
      );
    });
  }
});

test('the database itself lets no role take more than is open, nor name money that is not there', async (t) => {
  const desk = await openDesk(t);
  const [id, waiting] = [await refusedDeposit(desk, 800), await desk.deposit()];
  const other = await insertBankAccount(desk.owner);
  const { rows } = await desk.owner.query<{ id: bigint; kind: string; bankAccountId: string | null }>(
    `select id, kind, bank_account_id as "bankAccountId" from ledger_account`,
  );
  const account = (kind: string, bankAccountId: string | null): bigint =>
    rows.find((row) => row.kind === kind && row.bankAccountId === bankAccountId)?.id ?? 0n;
  const here = desk.bankAccount.id;
  const operation = nowhere();
  await desk.owner.query(
    `insert into ledger_operation (id, kind, amount_cents, actor, actor_id, confirmed_by, confirmed_by_id, note)
     values ($1, 'adjusted', 1, 'a', 'a', 'b', 'b', 'forged')`,
    [operation],
  );
  const forge = async (
    role: 'vezne_console' | 'vezne_admin',
    transfer: { kind: string; debit: bigint; credit: bigint; cents: number; named: string },
  ): Promise<string> => {
    const { kind, debit, credit, cents, named } = transfer;
    const text = `insert into ledger_transfer
      (id, kind, operation_id, position, debit_account_id, credit_account_id, amount_cents, refused_transaction_id)
      values (nextval('ledger_transfer_id'), $1, $2, (random() * 1000000)::int + 1, $3, $4, $5, $6)`;
    return await desk.database
      .pool(role)
      .query(text, [kind, operation, debit, credit, cents, named])
      .then(
        () => 'accepted',
        (error: unknown) => (error as { constraint?: string; message: string }).constraint ?? 'refused',
      );
  };
  const [bank, unallocated] = [account('bank', here), account('unallocated', here)];
  const out = { kind: 'returned_to_sender', debit: unallocated, credit: bank, named: id };
  for (const role of ['vezne_console', 'vezne_admin'] as const) {
    assert.equal(await forge(role, { ...out, cents: 80_001 }), 'refused_money_open');
    const elsewhere = { debit: account('unallocated', other.id), credit: account('bank', other.id) };
    assert.equal(await forge(role, { ...out, ...elsewhere, cents: 1 }), 'refused_money_account');
    assert.equal(await forge(role, { ...out, cents: 1, named: waiting }), 'refused_money_account');
    const into = { kind: 'deposit_refused', debit: bank, credit: unallocated, cents: 1, named: waiting };
    assert.equal(await forge(role, into), 'refused_money_account', 'a deposit that waits has none');
    assert.equal(await forge(role, { ...out, debit: account('owner_funds', null), cents: 1 }), 'refused');
  }
  assert.equal(await openOf(desk, id), 80_000n);
});
