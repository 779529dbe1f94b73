import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIND_BY_REFERENCES_SQL } from '../../../src/db/read/transactions/transactions.ts';
import { insertTransactions } from '../../../src/db/write/transactions/transactions.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { newWithdrawal, openDesk } from '../rows/new-transactions.ts';
import { everyNode, indexesOf, readRows } from './plans.ts';
import type { PlanNode } from './plans.ts';

const ROWS = 300;
const KEYS = 20;

for (const state of ['never looked at', 'known to be empty'] as const) {
  test(`references are looked up one by one in the index, even when the plan was made for a table that was ${state}`, async (t) => {
    const database = await createTestDatabase(t);
    const owner = database.pool();
    if (state === 'known to be empty') await owner.query('vacuum analyze transaction');
    const pool = database.pool('vezne_api');
    const api = await pool.connect();
    t.after(() => api.release());
    await api.query(`prepare look_up (uuid[], text[], text[]) as ${FIND_BY_REFERENCES_SQL}`);
    await api.query(`execute look_up ('{}', '{}', '{}')`);

    const desk = await openDesk(owner);
    const rows = Array.from({ length: ROWS }, () => newWithdrawal(desk));
    await insertTransactions(pool, rows, { timeoutMs: 10_000, accountsWithRoom: [] });
    const list = (values: readonly string[]): string => `'{${values.join(',')}}'`;
    const sought = rows.slice(0, KEYS);
    const { rows: explained } = await api.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, format json) execute look_up (${[
        list(sought.map(({ partnerId }) => partnerId)),
        list(sought.map(({ type }) => type)),
        list(sought.map(({ externalReference }) => externalReference)),
      ].join(', ')})`,
    );
    const nodes = everyNode(explained[0]?.['QUERY PLAN'][0].Plan ?? assert.fail());
    assert.deepEqual(indexesOf(nodes, 'transaction'), ['transaction_reference_key']);
    assert.equal(readRows(nodes, 'transaction'), KEYS);
  });
}
