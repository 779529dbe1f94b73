import { test } from 'node:test';
import { createTestDatabase } from '../server/test/harness/database.ts';
import { seedHistory } from '../bench/seed/history.ts';
import { holdListPlans } from './lists/plans.ts';

/** Large enough that a plan which reads a history reads far more than a page. The long run has millions. */
const TRANSACTIONS = 12_000;

test('a list reads a page and no history, whatever it is filtered by, and has what a plain query finds', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const history = await seedHistory(owner, { transactions: TRANSACTIONS, references: 'random' });
  await holdListPlans(t, database, history);
});
