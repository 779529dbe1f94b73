import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seedHistory } from '../bench/seed/history.ts';
import { createTestDatabase } from '../server/test/harness/database.ts';
import { holdListPlans } from './lists/plans.ts';
import { holdVerificationPlans } from './lists/verify-plans.ts';
import { verifyIntact } from './lists/verify.ts';

/** Large enough that a plan which reads a history reads far more than a page. `npm run long -- lists` has millions. */
const TRANSACTIONS = 12_000;
const NEW_TRANSACTIONS = 300;

test('a list reads a page and no history, and verification goes on with what is new', async (t) => {
  const database = await createTestDatabase(t);
  const worker = database.pool('vezne_worker');
  const history = await seedHistory(database.pool(), { transactions: TRANSACTIONS, references: 'random' });
  await holdListPlans(t, database, history);

  await t.test('verification reads what is new and what is open, and finds the books intact', async () => {
    const whole = await verifyIntact(worker);
    assert.equal(whole.transactions, null);
    await history.more(NEW_TRANSACTIONS);
    const { transactions, next } = await verifyIntact(worker, whole.next);
    assert.ok(transactions !== null && transactions >= NEW_TRANSACTIONS, 'all that is new was read');
    assert.ok(transactions < NEW_TRANSACTIONS + TRANSACTIONS / 20, `${transactions} were read`);
    assert.deepEqual(next.accounts, (await verifyIntact(worker)).next.accounts);
    await holdVerificationPlans(worker, next);
  });
});
