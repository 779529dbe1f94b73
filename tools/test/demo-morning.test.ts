import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareNames } from '@vezne/domain/names';
import { REJECTION_REASONS } from '@vezne/domain/rejection';
import { DEPOSIT_STATUSES, WITHDRAWAL_STAGES } from '@vezne/domain/transaction-state';
import { receiptTypeOf } from '@vezne/domain/receipt-type';
import { verifyIntact } from '../../chaos/lists/verify.ts';
import { DEPOSITS, LATE_MONEY, WITHDRAWALS } from '../demo/morning/plan.ts';
import { openDemoWorld } from './demo-world.ts';

/** README promises a demo in fifteen seconds, and the morning is a part of it. */
const MADE_WITHIN_MS = 15_000;

test('the morning of the demo has every state and every special case, made by use cases', async (t) => {
  const { owner, database, said, tookMs, partners } = await openDemoWorld(t);
  const values = async (sql: string): Promise<string[]> =>
    (await owner.query<{ value: string }>(sql)).rows.map(({ value }) => value);
  const count = async (sql: string): Promise<number> =>
    Number((await owner.query<{ count: string }>(`select count(*) ${sql}`)).rows[0]?.count);

  await t.test('300 transactions, in seconds, and it says how far it is', async () => {
    const planned = [...Object.values(DEPOSITS), ...Object.values(WITHDRAWALS), LATE_MONEY];
    assert.equal(
      planned.reduce((sum, one) => sum + one, 0),
      300,
    );
    assert.equal(await count('from transaction'), 300);
    assert.ok(tookMs < MADE_WITHIN_MS, `it took ${tookMs} ms`);
    assert.ok(said.length >= 4, said.join(', '));
  });

  await t.test('every state of deposits and withdrawals', async () => {
    const states = await values(
      `select distinct concat_ws(' ', type, status, stage) as value from transaction order by value`,
    );
    const wanted = [
      ...DEPOSIT_STATUSES.map((status) => `deposit ${status}`),
      ...WITHDRAWAL_STAGES.map((stage) => `withdrawal waiting_confirmation ${stage}`),
      'withdrawal approved',
      'withdrawal rejected',
    ];
    assert.deepEqual(states, wanted.toSorted());
  });

  await t.test(
    'every reason why a deposit is rejected, expired and cancelled ones, a returned payout',
    async () => {
      const reasons = await values(
        `select distinct reason_code as value from transaction where reason_code is not null`,
      );
      for (const reason of [...REJECTION_REASONS.deposit, 'expired', 'partner_cancelled', 'payout_returned'])
        assert.ok(reasons.includes(reason), reason);
    },
  );

  await t.test('several partners and bank accounts, one of them frozen', async () => {
    assert.equal(partners.length, 4);
    assert.equal(await count('from (select distinct partner_id from open_transaction) as p'), 4);
    assert.ok((await count('from (select distinct bank_account_id from transaction) as a')) >= 5);
    assert.equal(await count(`from bank_account where status = 'frozen'`), 1);
  });

  await t.test('a third-party sender, a moved deposit, late money, a twin, a held one', async () => {
    const waiting = `from open_transaction o join transaction t on t.id = o.transaction_id
      where o.type = 'deposit' and o.status = 'waiting_confirmation'`;
    assert.ok((await count(`${waiting} and t.previous_bank_account_id is not null`)) >= 1);
    assert.equal(await count(`${waiting} and t.original_transaction_id is not null`), LATE_MONEY);
    assert.equal(await count(`${waiting} and t.held_until > now()`), 3);
    assert.ok((await count(`from second_person_request where status = 'open'`)) >= 1);
    const twins = `from (select 1 ${waiting} group by t.customer_id, t.amount_cents having count(*) > 1) as twin`;
    assert.equal(await count(twins), 2);
    const senders = await owner.query<{ sender: string; player: string }>(
      `select d.sender_name as sender, t.customer_full_name as player ${waiting.replace('where', 'join sender_detail d on d.transaction_id = t.id where')}`,
    );
    assert.equal(
      senders.rows.filter(({ sender, player }) => compareNames(sender, player) === 'different').length,
      3,
    );
  });

  await t.test('receipts that are what they say', async () => {
    const { rows } = await owner.query<{ content: Buffer; type: string }>(
      'select content, media_type as type from receipt',
    );
    assert.deepEqual([...new Set(rows.map(({ type }) => type))].toSorted(), [
      'application/pdf',
      'image/jpeg',
      'image/png',
    ]);
    for (const { content, type } of rows) assert.equal(receiptTypeOf(content), type);
  });

  await t.test('a parked webhook, with its tries', async () => {
    assert.equal(await count(`from webhook_delivery where state = 'parked'`), 1);
    assert.ok((await count('from webhook_attempt')) >= 2);
  });

  await t.test('a queue with ages, the oldest above half an hour, and a history that fits', async () => {
    const waiting = `from open_transaction o where status = 'waiting_confirmation' and type = 'deposit'`;
    assert.ok((await count(`${waiting} and waiting_since < now() - interval '30 minutes'`)) >= 1);
    assert.ok((await count(`${waiting} and waiting_since > now() - interval '3 minutes'`)) >= 3);
    assert.equal(
      await count(`from open_transaction o join transaction t on t.id = o.transaction_id
        where t.created_at > o.waiting_since + interval '1 second'`),
      0,
    );
  });

  await t.test('the books are intact', async () => {
    await verifyIntact(database.pool('vezne_worker'));
  });
});
