import assert from 'node:assert/strict';
import { test } from 'node:test';
import type pg from 'pg';
import { SET_RETURNED_AMOUNTS_SQL } from '../../../src/db/write/ledger/returned-amounts.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { insertBankAccount, insertPartner } from '../../harness/factories.ts';

const OLD = 20_000;
const OF_THE_TWO_DAYS = 200;

interface PlanNode {
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

function everyNode(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(everyNode)];
}

/** Rejected deposits with the ids of their time, evenly over so many days, the last of them now. */
async function insertRejected(
  owner: pg.Pool,
  {
    partnerId,
    accountId,
    count,
    days,
  }: { partnerId: string; accountId: string; count: number; days: [number, number] },
): Promise<void> {
  await owner.query(
    `insert into transaction (id, partner_id, type, status, external_reference, currency, amount_cents, commission_cents,
       net_amount_cents, player_amount_cents, balance_impact_cents, commission_basis_points, commission_fixed_cents,
       settlement_mode, customer_id, customer_username, customer_full_name, bank_account_id, reference_code,
       redirect_url, page_key_version, expires_at, reason_code, created_at, decided_at)
     select (lpad(to_hex(floor(extract(epoch from at) * 1000)::int8), 12, '0') || '7' || substr(md5(n::text || at), 1, 3)
         || '8' || substr(md5(at::text || n), 1, 15))::uuid,
       $1, 'deposit', 'rejected', 'ref-' || n + before, 'TRY', 100000, 0, 0, 0, 0, 300, 0,
       'deduct_from_amount', 'player-' || n, 'ayse', 'Ayşe Işık', $2,
       translate(lpad((n + before)::text, 8, '0'), '01', 'AC'), 'https://shop.example/return', 1, at, 'expired', at, at
     from generate_series(1, $3::int) as n
     cross join (select count(*) as before from transaction) as others
     cross join lateral (select now() - make_interval(secs => 86400 * ($4::int + ($5::int - $4::int) * n::float8 / $3))) as t (at)`,
    [partnerId, accountId, count, ...days],
  );
}

test('the job reads the deposits of yesterday and today, and no others', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const { id: partnerId } = await insertPartner(owner);
  const { id: accountId } = await insertBankAccount(owner);
  await insertRejected(owner, { partnerId, accountId, count: OLD, days: [300, 3] });
  await insertRejected(owner, { partnerId, accountId, count: OF_THE_TWO_DAYS, days: [1, 0] });
  await owner.query('vacuum analyze transaction');
  const { rows } = await database
    .pool('vezne_worker')
    .query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, format json) ${SET_RETURNED_AMOUNTS_SQL}`,
    );
  const [{ 'QUERY PLAN': [{ Plan }] } = assert.fail()] = rows;
  const reads = everyNode(Plan).filter((node) => node['Relation Name'] === 'transaction');
  assert.deepEqual(
    reads.map((node) => node['Index Name']),
    ['transaction_pkey'],
  );
  for (const node of reads) {
    const { 'Actual Rows': kept, 'Rows Removed by Filter': removed = 0 } = node;
    assert.equal(kept + removed, OF_THE_TWO_DAYS);
  }
  const { rows: days } = await owner.query<{ cents: bigint }>(
    'select sum(returned_cents)::int8 as cents from bank_account_day',
  );
  assert.deepEqual(days, [{ cents: 100_000n * BigInt(OF_THE_TWO_DAYS) }]);
});
