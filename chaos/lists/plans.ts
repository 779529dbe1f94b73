import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type pg from 'pg';
import type { SeededHistory } from '../../bench/seed/history.ts';
import { findPage, pageSql, pageValues } from '../../server/src/db/read/transactions/transaction-pages.ts';
import type { TestDatabase } from '../../server/test/harness/database.ts';
import { planOf, readRows } from '../../server/test/db/plans/plans.ts';
import type { Filter } from './filters.ts';
import { everyFilter, nameOf } from './filters.ts';

const LIMIT = 50;
const TYPES = ['uuid', 'uuid', 'uuid', 'int8', 'timestamptz', 'timestamptz'];

/**
 * A source reads a page and one row, of the events and of their transactions, and there are three sources at most. What is still open
 * comes from all partners, and what lies within ten minutes of a period's end is looked at for its time.
 */
const PAGES = 3 * (LIMIT + 1);

/** Runs every list of three partners, compares it with the plainest query for it, and counts the rows that it reads. */
export async function holdListPlans(
  t: TestContext,
  database: TestDatabase,
  { large, steady, small }: SeededHistory,
): Promise<void> {
  const owner = database.pool();
  const pool = database.pool('vezne_api');
  const api = await pool.connect();
  t.after(() => api.release());
  const { rows: open } = await owner.query<{ count: string }>(
    `select count(*) from transaction where status in ('waiting_payment', 'waiting_confirmation')`,
  );
  const { rows: late } = await owner.query<{ count: string }>(
    'select count(*) from transaction where original_transaction_id is not null',
  );
  const { rows: returned } = await owner.query<{ count: string }>(
    `select count(*) from transaction where reason_code = 'payout_returned'`,
  );
  const most = PAGES + Number(open[0]?.count) + Number(late[0]?.count) + Number(returned[0]?.count);
  for (const [name, partner] of Object.entries({ large, steady, small })) {
    for (const filter of everyFilter(new Date())) {
      await t.test(`${nameOf(filter)}, of a ${name} partner`, async () => {
        const wanted = await plainList(owner, partner.id, filter);
        const found = await walk(pool, partner.id, filter, wanted.length);
        assert.deepEqual(found, wanted);
        for (const before of [undefined, wanted[Math.floor(wanted.length * 0.9)]]) {
          const values = pageValues(partner.id, { ...filter, before, limit: LIMIT });
          const nodes = await planOf(api, pageSql(filter), TYPES.slice(0, values.length), values.map(asText));
          const rows = readRows(nodes, 'transaction') + readRows(nodes, 'event');
          assert.ok(rows <= most, `${rows} rows were read, of at most ${most}: ${JSON.stringify(nodes)}`);
        }
      });
    }
  }
}

function asText(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

/** So many pages are compared. */
const WALKED = 10;

async function plainList(owner: pg.Pool, partnerId: string, filter: Filter): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(
    `select id from transaction
     where partner_id = $1 and ($2::text is null or type = $2) and ($3::text is null or status = $3)
       and ($4::timestamptz is null or created_at >= $4) and ($5::timestamptz is null or created_at < $5)
     order by id desc`,
    [partnerId, filter.type, filter.status, filter.from, filter.to],
  );
  const ids = rows.map(({ id }) => id);
  return ids.length <= WALKED * LIMIT ? ids : ids.slice(0, WALKED * LIMIT);
}

/** The list as a partner reads it, page by page. */
async function walk(pool: pg.Pool, partnerId: string, filter: Filter, length: number): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const page = await findPage(
      pool,
      partnerId,
      { ...filter, before: ids.at(-1), limit: LIMIT },
      { timeoutMs: 10_000 },
    );
    ids.push(...page.views.map(({ id }) => id));
    if (!page.hasMore || ids.length >= length) return ids;
  }
}
