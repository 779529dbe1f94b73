import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../../src/clock.ts';
import { createPool } from '../../../src/db/pool.ts';
import { insertTransactions } from '../../../src/db/write/transactions/transactions.ts';
import { createDeliveredAnswers } from '../../../src/usecases/transactions/delivered-answers.ts';
import { newWithdrawal, openDesk } from '../../db/rows/new-transactions.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { startDatabaseProxy } from '../../harness/database-proxy.ts';
import { until } from '../../harness/expectations.ts';
import { silentLog } from '../../harness/silent-log.ts';

const WITHIN = { timeoutMs: 10_000, accountsWithRoom: [] };

/** A payout that was created, and answers whose connections to the database can be refused. */
async function openAnswers(t: TestContext) {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const proxy = await startDatabaseProxy(t, database.urlOf('vezne_api'));
  const pool = createPool({ url: proxy.url, maxConnections: 2, applicationName: 'test', log: silentLog });
  t.after(async () => await pool.end());
  const desk = await openDesk(owner);
  const [row, other] = [newWithdrawal(desk), newWithdrawal(desk)];
  await insertTransactions(owner, [row, other], WITHIN);
  return {
    owner,
    row,
    other,
    proxy,
    answers: createDeliveredAnswers({ pool, clock: systemClock, log: silentLog }),
    untilRefused: async () => {
      await until(
        async () => await Promise.resolve(proxy.refusals()),
        (refusals) => refusals > 0,
      );
    },
    countMarks: async () => (await owner.query('select from unconfirmed_answer')).rowCount,
  };
}

test('an answer that left just before an outage is known to have left after it', async (t) => {
  const { row, proxy, answers, untilRefused, countMarks } = await openAnswers(t);
  assert.equal(await countMarks(), 2);
  proxy.refuse(true);
  answers.confirm(row.id);
  await untilRefused();
  proxy.refuse(false);
  await until(countMarks, (marks) => marks === 1);
  await answers.stop();
});

test('a process that ends in an outage does not wait for it to end, and the mark stays', async (t) => {
  const { row, proxy, answers, untilRefused, countMarks } = await openAnswers(t);
  proxy.refuse(true);
  answers.confirm(row.id);
  await untilRefused();
  const startMs = performance.now();
  await answers.stop();
  assert.ok(performance.now() - startMs < 8_000, 'one attempt at most');
  assert.equal(await countMarks(), 2);
});

test('an answer whose mark somebody holds keeps no other one waiting', async (t) => {
  const { owner, row, other, answers, countMarks } = await openAnswers(t);
  const holder = await owner.connect();
  await holder.query('begin');
  await holder.query('select from unconfirmed_answer where transaction_id = $1 for update', [row.id]);
  answers.confirm(row.id);
  // It is given up after some seconds, and tried again beside the other.
  await sleep(6_000);
  answers.confirm(other.id);
  await until(countMarks, (marks) => marks === 1);
  await holder.query('rollback');
  holder.release();
  await until(countMarks, (marks) => marks === 0);
  await answers.stop();
});
