import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { createPool } from '../../../src/db/pool.ts';
import { findDecisionRows } from '../../../src/db/read/desk/decision-rows.ts';
import { decideInBulk } from '../../../src/usecases/decisions/bulk.ts';
import { approveAsAsked, approveDeposit } from '../../../src/usecases/deposits/decide.ts';
import { rejectDeposit } from '../../../src/usecases/deposits/decide.ts';
import { startDatabaseProxy } from '../../harness/database-proxy.ts';
import { AYSE, MEHMET, cash, openDesk, testDecisions } from '../../harness/desk.ts';
import { until } from '../../harness/expectations.ts';
import { assertBooksHold, balances } from '../../harness/ledger.ts';
import { outcomeOf } from '../../harness/refusals.ts';

test('a change between the read and the lock is noticed under the lock', async (t) => {
  const desk = await openDesk(t);
  const id = await desk.deposit();
  const { fingerprint } = await desk.see(id);
  const holder = await desk.owner.connect();
  t.after(() => holder.release());
  await holder.query('begin');
  await holder.query(`update transaction set customer_full_name = 'Somebody Else' where id = $1`, [id]);
  // It reads the old row, and waits for the lock of the transaction that is changing it.
  const deciding = desk.decisions.submit(
    approveDeposit({ transactionId: id, fingerprint, actor: AYSE, actualCents: cash(1000) }),
  );
  await until(
    async () =>
      await desk.owner.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%with asked as%'`,
      ),
    ({ rowCount }) => rowCount === 1,
  );
  await holder.query('commit');
  const result = await deciding;
  assert.equal(outcomeOf(result), 'transaction_changed');
  assert.deepEqual(await balances(desk.owner), {});
});

test('a decision whose confirmation is lost with the connection is reported as made, and was made once', async (t) => {
  const desk = await openDesk(t);
  const proxy = await startDatabaseProxy(t, desk.database.urlOf('vezne_console'));
  const pool = createPool({
    url: proxy.url,
    maxConnections: 4,
    applicationName: 'test',
    log: pino({ level: 'silent' }),
  });
  t.after(async () => await pool.end());
  const decisions = testDecisions(pool);
  const id = await desk.deposit();
  const { fingerprint } = await desk.see(id);
  const warmUp = await desk.deposit();
  const approve = (transactionId: string, fingerprint: string) =>
    approveDeposit({ transactionId, fingerprint: fingerprint, actor: AYSE, actualCents: cash(1000) });
  await decisions.submit(approve(warmUp, (await desk.see(warmUp)).fingerprint));

  // The statement with this name gets through, but its answer doesn't.
  proxy.holdAnswersTo('decide-transactions');
  const deciding = decisions.submit(approve(id, fingerprint));
  await until(
    async () => (await desk.see(id)).status,
    (status) => status === 'approved',
  );
  proxy.cut();
  proxy.release();
  assert.deepEqual(await deciding, { outcome: 'made', status: 'approved', stage: null });
  assert.deepEqual((await balances(desk.owner))['bank'], 200_000n);
  await assertBooksHold(desk.owner);
});

test('a decision that the database refuses does not fail the rest of its batch', async (t) => {
  const desk = await openDesk(t);
  const ids = [await desk.deposit(), await desk.deposit(), await desk.deposit()];
  const rows = await Promise.all(ids.map(async (id) => await desk.see(id)));
  const tooLarge = 1_000_000_000_000_000_000n as ReturnType<typeof cash>;
  // The owner's word stands for the request that a second person would have confirmed.
  const decisions = testDecisions(desk.owner);
  const results = await Promise.allSettled(
    rows.map(
      async ({ id, fingerprint }, index) =>
        await decisions.submit(
          approveDeposit({
            transactionId: id,
            fingerprint,
            actor: AYSE,
            actualCents: index === 1 ? tooLarge : cash(1000),
            // As confirmed by a second person: no rule but the database's stands in its way.
            asked: { askedBy: MEHMET },
          }),
        ),
    ),
  );
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  assert.deepEqual((await balances(desk.owner))['bank'], 200_000n);
  await assertBooksHold(desk.owner);
});

test('thousands of deposits are approved at once, with a result for each', async (t) => {
  const desk = await openDesk(t);
  const ids: string[] = [];
  for (let round = 0; round < 20; round += 1) {
    ids.push(...(await Promise.all(Array.from({ length: 100 }, async () => await desk.deposit()))));
  }
  const fingerprint = new Map<string, string>();
  for (const row of (await findDecisionRows(desk.owner, ids, { timeoutMs: 5_000 })).values())
    fingerprint.set(row.id, row.fingerprint);
  const gone = ids[7] ?? '';
  await desk.decisions.submit(
    rejectDeposit({ transactionId: gone, actor: AYSE, reasonCode: 'duplicate', moneySeen: null }),
  );
  const results = await decideInBulk(
    desk.decisions,
    ids.map((id) =>
      approveAsAsked({ transactionId: id, fingerprint: fingerprint.get(id) ?? '', actor: AYSE }),
    ),
  );
  const outcomes = results.map((result) => (result.status === 'fulfilled' ? result.value.outcome : 'failed'));
  const refused = ids.filter((_, index) => outcomes[index] !== 'made');
  assert.equal(outcomes.length, ids.length);
  assert.deepEqual(refused, [gone]);
  assert.equal((await balances(desk.owner))['bank'], 1_999n * 100_000n);
  await assertBooksHold(desk.owner);
});
