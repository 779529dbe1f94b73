import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cents } from '@vezne/domain/money';
import { TRANSACTION_STATUSES, TRANSACTION_TYPES } from '@vezne/domain/transaction-state';
import { seedHistory } from '../bench/seed/history.ts';
import { readAsPartner } from '../server/src/db/partner-scope.ts';
import {
  OF_CODE_SQL,
  OF_REFERENCE_SQL,
  playersStatement,
} from '../server/src/db/read/portal/searched-ids.ts';
import { MOST_WALKED, pageStatement, walkStatement } from '../server/src/db/read/portal/transaction-ids.ts';
import type { TransactionFilter } from '../server/src/db/read/portal/transaction-ids.ts';
import { everyNode, readRows } from '../server/test/db/plans.ts';
import type { PlanNode } from '../server/test/db/plans.ts';
import { createTestDatabase } from '../server/test/harness/database.ts';

const TRANSACTIONS = 20_000;
const PAGE = 51;
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
  const portal = database.pool('vezne_portal');
  const filters: TransactionFilter[] = [
    {},
    { from: new Date(Date.now() - 7 * 86_400_000) },
    ...TRANSACTION_TYPES.map((type) => ({ type })),
    ...TRANSACTION_STATUSES.flatMap((status) => [
      { status },
      ...TRANSACTION_TYPES.map((type) => ({ type, status })),
    ]),
  ];
  for (const [name, { id }] of Object.entries({ large, steady, small })) {
    const plan = async (statement: { text: string; values: unknown[] }): Promise<PlanNode[]> =>
      await readAsPartner(
        portal,
        id,
        async ({ query }) => {
          const [row] = await query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
            `explain (analyze, format json) ${statement.text}`,
            statement.values,
          );
          return everyNode(row?.['QUERY PLAN'][0].Plan ?? assert.fail());
        },
        { timeoutMs: 10_000 },
      );
    for (const filter of filters) {
      const nodes = await plan(pageStatement(id, filter, PAGE));
      for (const table of ['transaction', 'event'])
        assert.ok(
          readRows(nodes, table) <= MOST_READ,
          `${name}, ${JSON.stringify(filter)}: ${readRows(nodes, table)} rows of ${table}`,
        );
    }
    const walk = await plan(walkStatement(id, {}, { wanted: PAGE, amounts: [cents(1n)] }));
    assert.ok(readRows(walk, 'transaction') <= MOST_WALKED, `${name}: an amount`);
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
});
