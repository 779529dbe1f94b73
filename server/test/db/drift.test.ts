import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cents } from '@vezne/domain/money';
import { DRIFT_SQL, listTypedBalances } from '../../src/db/read/ledger/drift.ts';
import { newId } from '../../src/ids.ts';
import { postLedgerOperation } from '../../src/usecases/ledger/post.ts';
import { marksOf } from '../../src/usecases/decisions/marks.ts';
import { authoriseWithdrawal } from '../../src/usecases/withdrawals/decide.ts';
import { AYSE, MEHMET, openDesk, retry } from '../harness/desk.ts';
import type { Desk } from '../harness/desk.ts';
import { takenPayout } from '../harness/payouts.ts';
import { outcomeOf } from '../harness/refusals.ts';

async function list(desk: Desk, limit = 10) {
  const pool = desk.database.pool('vezne_admin');
  const typed = await listTypedBalances(pool, { limit }, { timeoutMs: 5_000 });
  return typed.map(({ at: _at, ...one }) => one);
}

test('a balance that was typed because the books showed too little is listed with who, where and how much', async (t) => {
  const desk = await openDesk(t);
  const bankAccountId = desk.bankAccount.id;
  await desk.owner.query('update partner set credit_line_cents = 10000000 where id = $1', [desk.partner.id]);
  assert.deepEqual(await list(desk), []);

  const transactionId = await takenPayout(desk, AYSE);
  const marksRead = marksOf(await desk.see(transactionId));
  const authorise = async (bankBalanceCents?: bigint): Promise<string> => {
    const typed = bankBalanceCents === undefined ? {} : { bankBalanceCents: cents(bankBalanceCents) };
    const result = await desk.decide(
      (fingerprint) =>
        authoriseWithdrawal({ transactionId, fingerprint, actor: MEHMET, marksRead, ...typed }),
      transactionId,
    );
    return outcomeOf(result);
  };
  assert.equal(await authorise(), 'bank_balance_needed');
  assert.equal(await authorise(150_050n), 'made');

  const pool = desk.database.pool('vezne_console');
  const operationId = newId();
  await postLedgerOperation(
    { pool, retry },
    {
      id: operationId,
      request: {
        kind: 'internal_transfer_sent',
        bankAccountId,
        amountCents: cents(5_000n),
        bankBalanceCents: cents(160_000n),
      },
      note: 'to the other account',
      actor: AYSE,
    },
  );
  const sent = {
    typedBy: 'ayse',
    bankAccountId,
    transactionId: null,
    operationId,
    bankBalanceCents: 160_000n,
    bookBalanceCents: 0n,
    differenceCents: 160_000n,
  };
  const authorised = {
    typedBy: 'mehmet',
    bankAccountId,
    transactionId,
    operationId: null,
    bankBalanceCents: 150_050n,
    bookBalanceCents: 0n,
    differenceCents: 150_050n,
  };
  assert.deepEqual(await list(desk), [sent, authorised]);
  assert.deepEqual(await list(desk, 1), [sent]);
});

test('the drift list reads what was typed and nothing else, however long the history is', async (t) => {
  const desk = await openDesk(t);
  const id = await desk.deposit();
  await desk.owner.query(
    `insert into transaction_step (transaction_id, step_no, trigger, status, actor_kind, actor, said)
     select $1, no, 'hold', 'waiting_confirmation', 'staff', 'ayse',
       case when no % 1000 = 0 then '{"bankBalance": "1.00", "bookBalance": "-2.50"}'::jsonb end
     from generate_series(2, 20000) as no`,
    [id],
  );
  await desk.owner.query('vacuum analyze transaction_step');
  const { rows } = await desk.owner.query<{ 'QUERY PLAN': string }>(
    `explain ${DRIFT_SQL.replaceAll('$1', '10')}`,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  assert.match(plan, /transaction_step_drift/);
  assert.doesNotMatch(plan, /Seq Scan on transaction_step/);
  const [newest] = await list(desk);
  assert.deepEqual(
    [newest?.bankBalanceCents, newest?.bookBalanceCents, newest?.differenceCents],
    [100n, -250n, 350n],
  );
});
