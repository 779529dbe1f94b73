import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type pg from 'pg';
import { cents } from '@vezne/domain/money';
import { PLAYER_HISTORY_SQL } from '../../../src/db/read/desk/deposit-evidence.ts';
import { QUEUE_FACTS_SQL } from '../../../src/db/read/desk/queue-facts.ts';
import { nextWaitingQuery, queuePageQuery } from '../../../src/db/read/desk/queue.ts';
import type { QueueFilters, QueuePlace } from '../../../src/db/read/desk/queue.ts';
import { firstIdAt } from '../../../src/ids.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { insertBankAccount, insertPartner } from '../../harness/factories.ts';
import { explained, indexesOf, readRows } from './plans.ts';
import type { PlanNode } from './plans.ts';

const PAGE = 50;
/** One more shows whether there is another page. */
const READ = PAGE + 1;
const QUEUE_INDEX = 'open_deposits_to_confirm';

interface Queue {
  owner: pg.Pool;
  console: pg.Pool;
  partnerId: string;
  accountId: string;
}

/** So many that wait, each for a second less than the one before it, and of another amount. */
async function fill(t: TestContext, waiting: number): Promise<Queue> {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const { id: partnerId } = await insertPartner(owner);
  const { id: accountId } = await insertBankAccount(owner);
  await owner.query(
    `insert into transaction (
       id, partner_id, type, status, external_reference, currency, amount_cents, commission_cents, net_amount_cents,
       player_amount_cents, balance_impact_cents, commission_basis_points, commission_fixed_cents, settlement_mode,
       customer_id, customer_username, customer_full_name, bank_account_id, reference_code, redirect_url, page_key_version,
       expires_at)
     select ($3 || lpad(to_hex(n), 8, '0'))::uuid, $1, 'deposit', 'waiting_confirmation', 'order-' || n, 'TRY', 100000 + n, 0,
       100000 + n, 100000 + n, 100000 + n, 0, 0, 'deduct_from_amount', 'player-' || n % 1000, 'ayse', 'Ayşe Işık', $2,
       translate(lpad(n::text, 8, '0'), '01', 'AC'), 'https://shop.example/return?order=' || n, 1, now() + interval '1 day'
     from generate_series(1, $4::int) as n`,
    [partnerId, accountId, firstIdAt(new Date()).replaceAll('-', '').slice(0, 24), waiting],
  );
  await owner.query(
    `update open_transaction set waiting_since = now() - make_interval(secs => 100000 - (amount_cents - 100000))`,
  );
  await owner.query('vacuum analyze');
  return { owner, console: database.pool('vezne_console'), partnerId, accountId };
}

async function planOfPage(
  { console }: Queue,
  filters: QueueFilters,
  after?: QueuePlace,
): Promise<PlanNode[]> {
  const { text, values } = queuePageQuery(filters, { after, limit: PAGE });
  return await explained(console, { sql: text, parameters: values });
}

function assertByIndex(nodes: readonly PlanNode[], what: string): void {
  const indexes = new Set(indexesOf(nodes, 'open_transaction'));
  assert.ok(indexes.has(QUEUE_INDEX), `${what}: ${[...indexes].join(', ')}`);
  assert.ok(
    !nodes.some((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'open_transaction'),
  );
}

for (const waiting of [500, 20_000]) {
  test(`a page of the queue reads a page of the index, among ${waiting} that wait`, async (t) => {
    const queue = await fill(t, waiting);
    const place = async (offset: number): Promise<QueuePlace> => {
      const { rows } = await queue.owner.query<{ id: string; waitingSince: string }>(
        `select transaction_id as id, to_char(waiting_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "waitingSince"
         from open_transaction order by waiting_since, transaction_id offset $1 limit 1`,
        [offset],
      );
      return { isHeld: false, ...(rows[0] ?? assert.fail()) };
    };
    for (const [what, after] of [
      ['the first page', undefined],
      ['one in the middle', await place(waiting / 2)],
      ['the last page', await place(waiting - PAGE)],
    ] as const) {
      const nodes = await planOfPage(queue, {}, after);
      assertByIndex(nodes, what);
      // Those that are held are looked for once: there are none.
      assert.ok(
        readRows(nodes, 'open_transaction') <= READ + 1,
        `${what}: ${readRows(nodes, 'open_transaction')}`,
      );
    }
  });
}

test('a filter reads the index of the queue alone, whether it finds something or not', async (t) => {
  const queue = await fill(t, 20_000);
  const { partnerId, accountId } = queue;
  const filters: Record<string, QueueFilters> = {
    partner: { partnerId },
    'another partner': { partnerId: randomUUID() },
    account: { bankAccountId: accountId },
    'another account': { bankAccountId: randomUUID() },
    'large ones': { leastCents: cents(115_000n) },
    'small ones': { mostCents: cents(100_100n) },
    'nothing so large': { leastCents: cents(999_999_00n) },
    'those that wait for long': { olderThanSeconds: 99_000 },
    'nobody waits so long': { olderThanSeconds: 200_000 },
    'open nowhere': { claimed: { by: 'nobody' } },
    'all at once': {
      partnerId,
      bankAccountId: accountId,
      leastCents: cents(100_000n),
      mostCents: cents(120_000n),
      olderThanSeconds: 10,
      claimed: { by: 'nobody' },
    },
  };
  for (const [what, filter] of Object.entries(filters)) {
    const nodes = await planOfPage(queue, filter);
    assertByIndex(nodes, what);
    const kinds = nodes.filter((node) => node['Index Name'] === QUEUE_INDEX).map((node) => node['Node Type']);
    // Held ones have an index of their own, but where few rows are left the planner may take either.
    assert.deepEqual(new Set(kinds), new Set(['Index Only Scan']), what);
  }
});

test('whose screen it is on is looked up by what is open', async (t) => {
  const queue = await fill(t, 20_000);
  for (const by of ['mine', 'others'] as const) {
    const nodes = await planOfPage(queue, { claimed: { by, staffId: randomUUID() } });
    assert.ok(readRows(nodes, 'open_transaction') <= 20_000 + 1);
  }
});

test('the next one is the first of the index that nobody has open', async (t) => {
  const queue = await fill(t, 20_000);
  const { text, values } = nextWaitingQuery({ partnerId: queue.partnerId });
  const nodes = await explained(queue.console, { sql: text, parameters: values });
  assertByIndex(nodes, 'next');
  assert.ok(readRows(nodes, 'open_transaction') <= 2);
});

test('what a row shows is looked up by its id', async (t) => {
  const queue = await fill(t, 20_000);
  const { rows } = await queue.owner.query<{ id: string }>(
    'select transaction_id as id from open_transaction limit 50',
  );
  const ids = rows.map(({ id }) => id);
  const facts = await explained(queue.console, { sql: QUEUE_FACTS_SQL, parameters: [ids] });
  assert.deepEqual(new Set(indexesOf(facts, 'open_transaction')), new Set(['open_transaction_pkey']));
  const history = await explained(queue.console, { sql: PLAYER_HISTORY_SQL, parameters: [ids[0]] });
  assert.deepEqual(
    new Set(indexesOf(history, 'transaction')),
    new Set(['transaction_pkey', 'transaction_of_player']),
  );
  assert.ok(readRows(history, 'transaction') <= 25, `${readRows(history, 'transaction')}`);
});
