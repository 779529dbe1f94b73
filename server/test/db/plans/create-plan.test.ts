import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INSERT_TRANSACTIONS_SQL } from '../../../src/db/write/transactions/transactions.ts';
import { createTestDatabase } from '../../harness/database.ts';

test('a create finds a returning player by the index, even when its plan was made for an empty table', async (t) => {
  const database = await createTestDatabase(t);
  await database.pool().query('vacuum analyze transaction, player');
  const api = await database.pool('vezne_api').connect();
  t.after(() => api.release());
  await api.query(`prepare batch as ${INSERT_TRANSACTIONS_SQL}`);
  const parameters = new Set(INSERT_TRANSACTIONS_SQL.match(/\$\d+/g)).size;
  const { rows } = await api.query<{ 'QUERY PLAN': string }>(
    `explain execute batch (${Array.from({ length: parameters }, () => 'null').join(', ')})`,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  assert.match(plan, /Index Scan using player_pkey/);
  assert.doesNotMatch(plan, /Seq Scan on (transaction|player)/);
});
