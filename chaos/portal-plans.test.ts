import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { cents } from '@vezne/domain/money';
import { postingsIn } from '@vezne/domain/partner-statement';
import { STATE_FILTERS } from '@vezne/domain/portal-state';
import { TRANSACTION_TYPES } from '@vezne/domain/transaction-state';
import { turkishDay } from '@vezne/domain/turkish-calendar';
import { seedHistory } from '../bench/seed/history.ts';
import { readAsPartner } from '../server/src/db/partner-scope.ts';
import type { PartnerScope } from '../server/src/db/partner-scope.ts';
import { BALANCE_CUT_SQL, RESERVED_AT_SQL } from '../server/src/db/read/ledger/partner-books.ts';
import { DECIDED_SQL } from '../server/src/db/read/portal/decided.ts';
import { HEALTH_SQL } from '../server/src/db/read/portal/deliveries.ts';
import {
  BOOK_ACCOUNTS,
  entriesStatement,
  MOST_ENTRIES_WALKED,
} from '../server/src/db/read/portal/entries.ts';
import type { Book } from '../server/src/db/read/portal/entries.ts';
import {
  OF_CODE_SQL,
  OF_REFERENCE_SQL,
  playersStatement,
} from '../server/src/db/read/portal/searched-ids.ts';
import { MOST_WALKED, pageStatement, walkStatement } from '../server/src/db/read/portal/transaction-ids.ts';
import type { TransactionFilter } from '../server/src/db/read/portal/transaction-ids.ts';
import { UNCOUNTED_SQL } from '../server/src/db/read/portal/uncounted.ts';
import { countDecidedDays } from '../server/src/usecases/partner-statements/count-decided-days.ts';
import { everyNode, readRows } from '../server/test/db/plans/plans.ts';
import type { PlanNode } from '../server/test/db/plans/plans.ts';
import { insertRow } from '../server/test/db/rows/valid-rows.ts';
import { webhookEndpointRow } from '../server/test/db/rows/webhook-rows.ts';
import { createTestDatabase } from '../server/test/harness/database.ts';

const TRANSACTIONS = 20_000;
const PAGE = 51;
const TODAY = turkishDay(new Date());
/** In the middle of the history. */
const CUT_DAY = turkishDay(new Date(Date.now() - 180 * 86_400_000));
/** A look-up for each row of a page, and some that a filter leaves out. */
const MOST_READ = 8 * PAGE;

/** `npm run long -- portal-lists` asks the same of a million. */
test('under row-level security every list and search of the portal reads a page, and no history', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const { large, steady, small } = await seedHistory(owner, {
    transactions: TRANSACTIONS,
    references: 'random',
    players: 2_000,
  });
  await owner.query(
    `insert into player_name select distinct on (partner_id, customer_id) partner_id, customer_id, customer_id, 'Ayşe Işık',
       replace(customer_id, '-', ' '), 'ayse isik', created_at, created_at, id from transaction order by partner_id, customer_id, id`,
  );
  await owner.query('vacuum (analyze) player_name');
  await countDecidedDays(database.pool('vezne_worker'));
  const portal = database.pool('vezne_portal');
  await assertPlans(owner, portal, { large, steady, small });
  // With two partners, after a busy day that autovacuum has not seen: an index tells of no row whether it is visible.
  await owner.query(
    `alter table transaction alter column partner_id set (n_distinct = 2); analyze transaction;
     update pg_class set relallvisible = 0 where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  await assertPlans(owner, portal, { large, steady, small });
});

async function assertPlans(
  owner: pg.Pool,
  portal: pg.Pool,
  partners: Readonly<Record<string, { id: string }>>,
): Promise<void> {
  const filters: TransactionFilter[] = [
    {},
    { from: new Date(Date.now() - 7 * 86_400_000) },
    ...TRANSACTION_TYPES.map((type) => ({ type })),
    ...STATE_FILTERS.flatMap((status) => [
      { status },
      ...TRANSACTION_TYPES.map((type) => ({ type, status })),
    ]),
  ];
  for (const [name, { id }] of Object.entries(partners)) {
    await insertRow(owner, 'webhook_endpoint', webhookEndpointRow({ partner: { id } }));
    const plan = async (statement: { text: string; values: unknown[] }): Promise<PlanNode[]> =>
      await readAsPartner(portal, id, async ({ query }) => await planUnknowing(query, statement), {
        timeoutMs: 10_000,
      });
    for (const filter of filters) {
      const nodes = await plan(pageStatement(id, filter, PAGE));
      for (const table of ['transaction', 'event'])
        assert.ok(
          readRows(nodes, table) <= MOST_READ,
          `${name}, ${JSON.stringify(filter)}: ${readRows(nodes, table)} rows of ${table}`,
        );
    }
    const walk = await plan(walkStatement(id, {}, { wanted: PAGE, amounts: [cents(1n)] }));
    // By its id first, and then by itself.
    const walked = readRows(walk, 'transaction') / 2;
    assert.ok(walked <= Math.min(MOST_WALKED, await countTransactions(owner, id)), `${name}: ${walked} rows`);
    for (const book of ['available', 'reserved'] as const) {
      const numbers = { fromNo: 1n, belowNo: (await lastEntryNo(owner, id, book)) + 1n, limit: PAGE };
      const page = await plan(entriesStatement(id, book, numbers));
      assert.ok(listed(page) <= PAGE, `${name}: ${book}`);
      assert.ok(commissions(page) <= PAGE, `${name}: ${book}, commission`);
      for (const kind of [
        'deposit_approved',
        'deposit',
        'withdrawal_authorised',
        'settled_to_partner',
      ] as const) {
        const ofKind = await plan(entriesStatement(id, book, { ...numbers, kinds: postingsIn(kind) }));
        assert.ok(listed(ofKind) <= MOST_ENTRIES_WALKED, `${name}: ${book}, ${kind}`);
        assert.ok(commissions(ofKind) <= PAGE, `${name}: ${book}, ${kind}, commission`);
        // However many are of the kind, only what is shown is looked up.
        assert.ok(
          readRows(ofKind, 'transaction') <= PAGE,
          `${name}: ${book}, ${kind}: ${readRows(ofKind, 'transaction')} transactions`,
        );
      }
    }
    const midnight = new Date(`${CUT_DAY}T00:00:00+03:00`);
    for (const [what, text, values] of [
      ['a day of the balance', BALANCE_CUT_SQL, [id, midnight, CUT_DAY, CUT_DAY]],
      ['a time of what is reserved', RESERVED_AT_SQL, [id, midnight]],
    ] as const) {
      const cut = await plan({ text, values: [...values] });
      // Halves of an account: no more steps than its number of entries has bits.
      assert.ok(
        readRows(cut, 'ledger_entry') <= 32,
        `${name}, ${what}: ${readRows(cut, 'ledger_entry')} entries`,
      );
    }
    const last = await lastEntryNo(owner, id, 'available');
    const uncounted = await plan({ text: UNCOUNTED_SQL, values: [id, last - BigInt(PAGE), PAGE] });
    // Each entry, and what its cause posted to our commission.
    for (const [table, most] of [
      ['ledger_entry', 8 * PAGE],
      ['ledger_transfer', 8 * PAGE],
      ['transaction', PAGE],
    ] as const)
      assert.ok(
        readRows(uncounted, table) <= most,
        `${name}, not counted yet: ${readRows(uncounted, table)} rows of ${table}`,
      );
    const decided = await plan({ text: DECIDED_SQL, values: [id, TODAY, TODAY] });
    // A year's day.
    assert.ok(
      readRows(decided, 'event') <= TRANSACTIONS / 100,
      `${name}: ${readRows(decided, 'event')} events of a day`,
    );
    const health = await plan({ text: HEALTH_SQL, values: [id] });
    assert.ok(
      readRows(health, 'event') <= MOST_READ,
      `${name}: ${readRows(health, 'event')} events for health`,
    );
    for (const [what, text] of [
      ['a reference', OF_REFERENCE_SQL],
      ['a code', OF_CODE_SQL],
    ] as const) {
      const nodes = await plan({ text, values: [id, 'no such'] });
      assert.ok(readRows(nodes, 'transaction') <= PAGE, `${name}: ${what}`);
    }
    const nodes = await plan(playersStatement(id, { id: 'player-12', folded: 'nobody' }));
    assert.ok(readRows(nodes, 'player_name') <= 200, `${name}: ${readRows(nodes, 'player_name')} players`);
  }
}

/** As the portal's login has it: a statement is planned without its values, which makes every partner as large as the next. */
async function planUnknowing(
  query: PartnerScope['query'],
  { text, values }: { text: string; values: readonly unknown[] },
): Promise<PlanNode[]> {
  await query(
    `select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true)`,
  );
  await query('deallocate all');
  await query(`prepare asked as ${text}`);
  const literals = values.map((value) =>
    pg.escapeLiteral(
      Array.isArray(value)
        ? `{${value.join(',')}}`
        : value instanceof Date
          ? value.toISOString()
          : String(value),
    ),
  );
  const given = literals.length === 0 ? '' : `(${literals.join(', ')})`;
  const [row] = await query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (analyze, format json) execute asked ${given}`,
  );
  return everyNode(row?.['QUERY PLAN'][0].Plan ?? assert.fail());
}

async function countTransactions(owner: pg.Pool, partnerId: string): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    'select count(*)::int4 as count from transaction where partner_id = $1',
    [partnerId],
  );
  return rows[0]?.count ?? assert.fail();
}

async function lastEntryNo(owner: pg.Pool, partnerId: string, book: Book): Promise<bigint> {
  const { rows } = await owner.query<{ count: bigint }>(
    'select entry_count as count from ledger_account where partner_id = $1 and kind = $2',
    [partnerId, BOOK_ACCOUNTS[book]],
  );
  return rows[0]?.count ?? assert.fail();
}

/** The other sides of the transfers that are shown: they alone are called so. */
function commissions(nodes: readonly PlanNode[]): number {
  const lookUps = nodes.filter(({ Alias: alias }) => alias === 'c');
  assert.ok(lookUps.length > 0, 'a look-up of commission');
  return readRows(lookUps, 'ledger_entry');
}

/** All other entries that were looked at. */
function listed(nodes: readonly PlanNode[]): number {
  return readRows(nodes, 'ledger_entry') - commissions(nodes);
}
