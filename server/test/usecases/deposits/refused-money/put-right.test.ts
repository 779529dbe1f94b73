import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { newId } from '../../../../src/ids.ts';
import { rejectDeposit } from '../../../../src/usecases/deposits/decide.ts';
import { newOperation } from '../../../../src/usecases/ledger/operation.ts';
import type { OperationRequest } from '../../../../src/usecases/ledger/operation.ts';
import { postOperationWithin } from '../../../../src/db/write/ledger/operations.ts';
import { postLedgerOperation, refusingPosting } from '../../../../src/usecases/ledger/post.ts';
import { askSql, confirmSql } from '../../../db/forgeries/honest-writes.ts';
import { insertBankAccount } from '../../../harness/factories.ts';
import { AYSE, MEHMET, cash, openDesk, retry } from '../../../harness/desk.ts';
import type { Desk } from '../../../harness/desk.ts';
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

suite('what was said wrongly of refused money', () => {
  const adjust = async (desk: Desk, request: Partial<OperationRequest>): Promise<string> => {
    const pool = desk.database.pool('vezne_console');
    const base = { kind: 'adjusted', amountCents: cash(100) } as const;
    const posted = await postLedgerOperation(
      { pool, retry },
      { id: newId(), request: { ...base, ...request } as OperationRequest, note: 'put right', actor: AYSE },
    );
    assert.equal(posted.outcome, 'asked');
    return 'requestId' in posted ? posted.requestId : '';
  };

  test('is put right by two people, and what is open changes with it', async (t) => {
    const desk = await openDesk(t);
    const other = await insertBankAccount(desk.owner);
    const id = await refusedDeposit(desk, 800);
    const at = (bankAccountId: string) => ({
      bank: { kind: 'bank', bankAccountId } as const,
      unallocated: { kind: 'unallocated', bankAccountId } as const,
    });
    const [here, there] = [at(desk.bankAccount.id), at(other.id)];
    const less = { debit: here.unallocated, credit: here.bank, refusedTransactionId: id };
    await confirm(desk, await adjust(desk, less));
    assert.equal(await openOf(desk, id), 70_000n);
    await assertRefused(adjust(desk, { ...less, amountCents: cash(701) }), 'refused_money_exceeded');
    const elsewhere = { debit: there.bank, credit: there.unallocated, refusedTransactionId: id };
    await assertRefused(adjust(desk, elsewhere), 'refused_money_mismatch');
    await assertRefused(
      adjust(desk, { debit: here.bank, credit: { kind: 'owner_funds' }, refusedTransactionId: id }),
      'refused_money_mismatch',
    );
    const before = await enter(desk, { transactionId: id, refusedTransactionId: id }, 700);
    // It was at the other account.
    await confirm(desk, await adjust(desk, { ...less, amountCents: cash(700) }));
    await confirm(desk, await adjust(desk, { ...elsewhere, amountCents: cash(700) }));
    assert.equal(await openOf(desk, id), 70_000n);
    assert.equal(await approve(desk, before, 700), 'refused_money_exceeded', 'nothing is there any more');
    const reject = rejectDeposit({ transactionId: before, actor: AYSE, reasonCode: 'no_money_seen' });
    assert.equal((await desk.decisions.submit(reject)).outcome, 'made');
    const late = await enter(desk, { transactionId: id, refusedTransactionId: id }, 700);
    assert.equal((await desk.see(late)).bankAccountId, other.id);
    assert.equal(await approve(desk, late, 700), 'made');
    await assertIntact(desk);
  });

  test('money that was refused before it was kept is entered the same way, and other unallocated money names nothing', async (t) => {
    const desk = await openDesk(t);
    const id = await desk.deposit();
    const reject = rejectDeposit({ transactionId: id, actor: AYSE, reasonCode: 'no_money_seen' });
    assert.equal((await desk.decisions.submit(reject)).outcome, 'made');
    const into = {
      debit: { kind: 'bank', bankAccountId: desk.bankAccount.id },
      credit: { kind: 'unallocated', bankAccountId: desk.bankAccount.id },
    } as const;
    await assertRefused(
      adjust(desk, { ...into, refusedTransactionId: await desk.deposit() }),
      'refused_money_not_found',
    );
    await confirm(desk, await adjust(desk, { ...into, refusedTransactionId: id }));
    assert.equal(await openOf(desk, id), 10_000n);
    await confirm(desk, await adjust(desk, into));
    assert.deepEqual(await balances(desk.owner), { bank: 20_000n, unallocated: 20_000n });
    await confirm(desk, await ask(desk, { refusedTransactionId: id, amountCents: cash(100) }), SENDER_IBAN);
    assert.equal(await openOf(desk, id), 0n);
    await assertIntact(desk);
  });

  test('an adjustment that names no deposit leaves what is open of deposits: it would leave twice', async (t) => {
    const desk = await openDesk(t);
    const id = await refusedDeposit(desk, 300);
    const unallocated = { kind: 'unallocated', bankAccountId: desk.bankAccount.id } as const;
    const bank = { kind: 'bank', bankAccountId: desk.bankAccount.id } as const;
    const balance = { kind: 'partner_balance', partnerId: desk.partner.id } as const;
    const taken = { debit: unallocated, credit: balance, amountCents: cash(300) };
    await assertRefused(adjust(desk, taken), 'refused_money_unnamed');
    // 100.00 came for nobody that we know: so much may leave without a name, and once.
    await confirm(desk, await adjust(desk, { debit: bank, credit: unallocated }));
    await assertRefused(adjust(desk, { ...taken, amountCents: cash(101) }), 'refused_money_unnamed');
    const [first, second] = [
      await adjust(desk, { debit: unallocated, credit: bank }),
      await adjust(desk, { debit: unallocated, credit: balance }),
    ];
    await confirm(desk, first);
    await assertRefused(confirm(desk, second), 'refused_money_unnamed');
    await confirm(desk, await ask(desk, { refusedTransactionId: id, amountCents: cash(300) }), SENDER_IBAN);
    assert.deepEqual(await balances(desk.owner), {});
    await assertIntact(desk);
  });

  test('the database refuses it too, to two who take the same money at once', async (t) => {
    const desk = await openDesk(t);
    await refusedDeposit(desk, 300);
    const pool = desk.database.pool('vezne_console');
    const unallocated = { kind: 'unallocated', bankAccountId: desk.bankAccount.id } as const;
    const requestId = await adjust(desk, {
      debit: { kind: 'bank', bankAccountId: desk.bankAccount.id },
      credit: unallocated,
    });
    await confirm(desk, requestId);
    const stolen = { kind: 'adjusted', debit: unallocated, credit: { kind: 'owner_funds' } } as const;
    const request = { ...stolen, amountCents: cash(101) };
    const id = newId();
    const operation = await newOperation(pool, {
      id,
      request,
      note: 'taken',
      actor: MEHMET,
      said: {},
      alone: [],
      asked: { askedBy: AYSE },
    });
    const asked = { action: `'ledger.post'`, subject_type: `'ledger_operation'`, asked_by_kind: `'staff'` };
    await desk.owner.query(askSql(asked), [id]);
    const client = await pool.connect();
    t.after(() => client.release());
    await client.query('begin');
    await client.query(confirmSql({ decided_by_kind: `'staff'` }), [id]);
    const post = async (): Promise<boolean> => await postOperationWithin(client, operation);
    await assertRefused(refusingPosting({ id, request }, post), 'refused_money_unnamed');
    await client.query('rollback');
  });
});
