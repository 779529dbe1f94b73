import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageSql } from '../../../src/db/read/transactions/transaction-pages.ts';
import type { PageFilter } from '../../../src/db/read/transactions/transaction-pages.ts';
import { insertBankAccount, insertPartner } from '../../harness/factories.ts';
import { createTestDatabase } from '../../harness/database.ts';

/** Many rows of one partner, and a few oldest rows of another: the worst case for a list that reads only by age. */
const ROWS_OF_LARGE_PARTNER = 20_000;
const ROWS_OF_SMALL_PARTNER = 20;

/** Of `transaction` and of what is open. Outcomes come from events, and chaos/lists.test.ts holds them. */
const SHAPES: Record<string, { filter: Omit<PageFilter, 'limit'>; indexes: string[] }> = {
  everything: { filter: {}, indexes: ['transaction_of_partner'] },
  'a period': {
    filter: { from: new Date(0), to: new Date() },
    indexes: ['transaction_of_partner', 'transaction_pkey'],
  },
  'one type': { filter: { type: 'deposit' }, indexes: ['transaction_of_type', 'transaction_pkey'] },
  'deposits to confirm': {
    filter: { type: 'deposit', status: 'waiting_confirmation' },
    indexes: ['open_deposits_to_confirm', 'transaction_pkey'],
  },
  'withdrawals to confirm': {
    filter: { type: 'withdrawal', status: 'waiting_confirmation' },
    indexes: ['open_withdrawals_to_confirm', 'transaction_pkey'],
  },
};

const TABLES = new Set(['transaction', 'open_transaction']);

test('a page of a small partner is found without reading the rows of a large one', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const small = await insertPartner(owner);
  const large = await insertPartner(owner);
  const { id: bankAccountId } = await insertBankAccount(owner);
  await owner.query(
    `insert into transaction (
       id, partner_id, type, status, external_reference, currency, amount_cents, commission_cents, net_amount_cents,
       player_amount_cents, balance_impact_cents, commission_basis_points, commission_fixed_cents, settlement_mode,
       customer_id, customer_username, customer_full_name, bank_account_id, reference_code, redirect_url, page_key_version,
       expires_at)
     select lpad(n::text, 32, '0')::uuid, case when n <= $1 then $2::uuid else $3::uuid end, 'deposit', 'waiting_payment',
       'order-' || n, 'TRY', 100000, 3000, 97000, 97000, 97000, 300, 0, 'deduct_from_amount', 'player', 'ayse', 'Ayşe',
       $4::uuid, translate(lpad(n::text, 8, '0'), '01', 'AC'), 'https://shop.example/', 1, now() + interval '1 day'
     from generate_series(1, $5::int) as n`,
    [ROWS_OF_SMALL_PARTNER, small.id, large.id, bankAccountId, ROWS_OF_SMALL_PARTNER + ROWS_OF_LARGE_PARTNER],
  );
  await owner.query('analyze transaction, open_transaction');

  const api = await database.pool('vezne_api').connect();
  t.after(() => api.release());
  for (const [name, { filter, indexes }] of Object.entries(SHAPES)) {
    await t.test(name, async () => {
      const period = filter.from ? ['-infinity', 'infinity'] : [];
      const types = ['uuid', 'uuid', 'uuid', 'int8', ...period.map(() => 'timestamptz')];
      const values = [
        small.id,
        'ffffffff-ffff-ffff-ffff-ffffffffffff',
        '00000000-0000-0000-0000-000000000000',
        '51',
        ...period,
      ];
      await api.query(`prepare page (${types.join(', ')}) as ${pageSql(filter)}`);
      const { rows } = await api.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (analyze, format json) execute page (${values.map((value) => `'${value}'`).join(', ')})`,
      );
      await api.query('deallocate page');
      const plan = rows[0]?.['QUERY PLAN'][0].Plan;
      const nodes = plan ? everyNode(plan) : [];
      assert.deepEqual(
        nodes.filter((node) => TABLES.has(node['Relation Name'] ?? '')).map((node) => node['Index Name']),
        indexes,
      );
      const most = Math.max(
        ...nodes.map((node) => node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)),
      );
      assert.ok(most <= ROWS_OF_SMALL_PARTNER, `${most} rows were read.`);
    });
  }
});

interface PlanNode {
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

function everyNode(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(everyNode)];
}
