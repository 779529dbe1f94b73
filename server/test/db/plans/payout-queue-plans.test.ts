import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type pg from 'pg';
import { cents } from '@vezne/domain/money';
import {
  PAYOUT_HISTORY_SQL,
  SAME_AMOUNT_SQL,
  SAME_IBAN_SQL,
} from '../../../src/db/read/payouts/payout-evidence.ts';
import { PAYOUT_FACTS_SQL } from '../../../src/db/read/payouts/payout-facts.ts';
import {
  PAYOUT_QUEUE_FACTS_SQL,
  payoutPageQuery,
  payoutTotalsQuery,
} from '../../../src/db/read/payouts/payout-queue.ts';
import type { PayoutFilters, PayoutGroup, PayoutPlace } from '../../../src/db/read/payouts/payout-queue.ts';
import { firstIdAt } from '../../../src/ids.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { insertBankAccount, insertPartner, turkishIban } from '../../harness/factories.ts';
import { explained, indexesOf, planOf, readRows } from './plans.ts';
import type { PlanNode } from './plans.ts';

const PAGE = 50;
/** One more shows whether there is another page. */
const READ = PAGE + 1;
const QUEUE_INDEX = 'open_withdrawals_to_confirm';
const DAY_MS = 86_400_000;
/** One in so many of those that wait is in the hands of each of two people, and one is authorised. */
const ONE_IN = 1_000;
const GROUPS: readonly PayoutGroup[] = ['authorised', 'mine', 'queued', 'others'];

interface Queue {
  owner: pg.Pool;
  console: pg.Pool;
  partnerId: string;
  accountId: string;
  viewer: PayoutFilters['viewer'];
  /** One of those that wait, of the player with a long history. */
  regularId: string;
}

interface Shape {
  waiting: number;
  /** Approved payouts of everybody, a year ago. */
  history: number;
  /** Approved payouts of one player to one IBAN, a month ago. */
  ofRegular: number;
}

const INSERT = `
insert into transaction (
  id, partner_id, type, status, stage, external_reference, currency, amount_cents, commission_cents,
  player_amount_cents, balance_impact_cents, commission_basis_points, commission_fixed_cents, settlement_mode,
  customer_id, customer_username, customer_full_name, payout_bank_name, payout_holder_name, payout_iban,
  bank_account_id, taken_by, taken_by_id, authorised_by, authorised_by_id, decided_at, created_at)
select ($1 || lpad(to_hex(n), 8, '0'))::uuid, $2, 'withdrawal',
  case when stage is null then 'approved' else 'waiting_confirmation' end, stage, $1 || n, 'TRY', 100000 + n, 0, 100000 + n,
  -100000 - n, 0, 0, 'deduct_from_amount', $3 || n % $4, 'ayse', 'Ayşe', 'Ziraat Bankası', 'Ayşe',
  ($5::text[])[1 + n % $4], case when hand is not null then $6::uuid end, hand, hand,
  case when stage is distinct from 'taken' then hand end, case when stage is distinct from 'taken' then hand end,
  case when stage is null then $9::timestamptz end, $9
from generate_series(1, $7::int) as n
cross join lateral (
  select case when not $8 then null when n % ${ONE_IN} in (1, 2) then 'taken' when n % ${ONE_IN} = 3 then 'authorised'
    else 'queued' end as stage
) as stages
cross join lateral (
  select case when stage is null then 'ali' when n % ${ONE_IN} = 1 then $10 when n % ${ONE_IN} in (2, 3) then 'mehmet' end as hand
) as hands`;

/** So many that wait, each for a second less than the one before it, beside a history. */
async function fill(t: TestContext, { waiting, history, ofRegular }: Shape): Promise<Queue> {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const { id: partnerId } = await insertPartner(owner);
  const { id: accountId } = await insertBankAccount(owner);
  const viewer = { id: randomUUID(), name: 'ayse' };
  let ibans = 5_000_000;
  const insert = async (
    count: number,
    { at, players, called, isOpen }: { at: Date; players: number; called: string; isOpen: boolean },
  ): Promise<void> => {
    const accounts = Array.from({ length: players }, () => turkishIban((ibans += 1)));
    const start = firstIdAt(at).replaceAll('-', '').slice(0, 24);
    const values = [start, partnerId, called, players, accounts, accountId, count, isOpen, at, viewer.id];
    await owner.query(INSERT, values);
  };
  const now = Date.now();
  const everybody = { at: new Date(now - 365 * DAY_MS), players: 1_000, called: 'old-', isOpen: false };
  const regular = { at: new Date(now - 30 * DAY_MS), players: 1, called: 'regular-', isOpen: false };
  await insert(history, everybody);
  await insert(ofRegular, regular);
  await insert(waiting, { at: new Date(now), players: 1_000, called: 'player-', isOpen: true });
  const { rows } = await owner.query<{ id: string }>(
    `update transaction set customer_id = 'regular-0', payout_iban = (
       select payout_iban from transaction where customer_id = 'regular-0' limit 1)
     where id = (select transaction_id from open_transaction where stage = 'queued' limit 1) returning id`,
  );
  await owner.query(
    `update open_transaction set waiting_since = now() - make_interval(secs => 100000 - (amount_cents - 100000))`,
  );
  await owner.query('vacuum analyze');
  const regularId = rows[0]?.id ?? assert.fail();
  return { owner, console: database.pool('vezne_console'), partnerId, accountId, viewer, regularId };
}

function assertNothingWhole(nodes: readonly PlanNode[], what: string): void {
  const whole = nodes.filter((node) => node['Node Type'] === 'Seq Scan');
  const names = new Set(whole.map((node) => node['Relation Name']));
  assert.ok(!names.has('open_transaction') && !names.has('transaction'), what);
}

/** The queue is read by its index alone. Who has it is looked up for those that are taken. */
function assertByIndex(nodes: readonly PlanNode[], what: string, mostLookedUp: number): void {
  assertNothingWhole(nodes, what);
  assert.deepEqual(new Set(indexesOf(nodes, 'open_transaction')), new Set([QUEUE_INDEX]), what);
  const kinds = nodes.filter((node) => node['Index Name'] === QUEUE_INDEX).map((node) => node['Node Type']);
  assert.deepEqual(new Set(kinds), new Set(['Index Only Scan']), what);
  const lookedUp = readRows(nodes, 'transaction');
  assert.ok(lookedUp <= mostLookedUp, `${what}: ${lookedUp} were looked up`);
}

for (const waiting of [2_000, 20_000]) {
  test(`a page of payouts reads a page of the index, among ${waiting} that wait`, async (t) => {
    const queue = await fill(t, { waiting, history: 5_000, ofRegular: 1 });
    const place = async (offset: number): Promise<PayoutPlace> => {
      const { rows } = await queue.owner.query<PayoutPlace>(
        `select transaction_id as id, to_char(waiting_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "waitingSince"
         from open_transaction order by waiting_since, transaction_id offset $1 limit 1`,
        [offset],
      );
      return rows[0] ?? assert.fail();
    };
    for (const [what, after] of [
      ['the first page', undefined],
      ['one in the middle', await place(waiting / 2)],
      ['the last page', await place(waiting - PAGE)],
    ] as const) {
      const { text, values } = payoutPageQuery(
        { group: 'queued', viewer: queue.viewer },
        { after, limit: PAGE },
      );
      const nodes = await explained(queue.console, { sql: text, parameters: values });
      assertByIndex(nodes, what, 0);
      // Three beside them are taken or authorised.
      const read = readRows(nodes, 'open_transaction');
      assert.ok(read <= READ + 3, `${what}: ${read}`);
    }
  });
}

test('every group, filter, count and sum reads the index of the queue alone', async (t) => {
  const waiting = 20_000;
  const queue = await fill(t, { waiting, history: 5_000, ofRegular: 1 });
  const { partnerId, accountId, viewer } = queue;
  const filters: Record<string, Omit<PayoutFilters, 'group' | 'viewer'>> = {
    everything: {},
    partner: { partnerId },
    'another partner': { partnerId: randomUUID() },
    account: { bankAccountId: accountId },
    'another account': { bankAccountId: randomUUID() },
    'large ones': { leastCents: cents(115_000n) },
    'nothing so large': { leastCents: cents(999_999_00n) },
    'all at once': {
      partnerId,
      bankAccountId: accountId,
      leastCents: cents(100_000n),
      mostCents: cents(120_000n),
    },
  };
  for (const group of GROUPS)
    for (const [what, filter] of Object.entries(filters)) {
      const of = { group, viewer, ...filter };
      // Of the taken ones, those of both people.
      const most = group === 'mine' || group === 'others' ? (2 * waiting) / ONE_IN : 0;
      const page = payoutPageQuery(of, { limit: PAGE });
      const totals = payoutTotalsQuery(of);
      for (const [kind, { text, values }] of [
        ['page', page],
        ['totals', totals],
      ] as const) {
        const nodes = await explained(queue.console, { sql: text, parameters: values });
        assertByIndex(nodes, `${group}, ${what}, ${kind}`, most);
      }
    }
  const { text, values } = payoutTotalsQuery({ group: 'mine', viewer });
  const { rows } = await queue.console.query<{ count: number }>(text, values);
  assert.equal(rows[0]?.count, waiting / ONE_IN, 'what is compared is there');
});

test('what stands beside a payout reads a part of a long history', async (t) => {
  const ofRegular = 10_000;
  const queue = await fill(t, { waiting: 2_000, history: 20_000, ofRegular });
  const { regularId } = queue;
  const limits: Record<string, { sql: string; most: number }> = {
    // Five hundred, one more to leave the payout itself out, and the payout.
    'others at the same IBAN': { sql: SAME_IBAN_SQL, most: 501 },
    'the player’s payouts': { sql: PAYOUT_HISTORY_SQL, most: 502 },
    // A day of the player.
    'the same amount today': { sql: SAME_AMOUNT_SQL, most: 5 },
  };
  for (const [what, { sql, most }] of Object.entries(limits)) {
    const nodes = await explained(queue.console, { sql, parameters: [regularId] });
    assertNothingWhole(nodes, what);
    const read = readRows(nodes, 'transaction');
    assert.ok(read <= most, `${what}: ${read}`);
  }
  const { rows } = await queue.owner.query<{ id: string }>(
    `select transaction_id as id from open_transaction where transaction_id <> $1 limit ${PAGE}`,
    [regularId],
  );
  const ids = rows.map(({ id }) => id);
  const facts = await explained(queue.console, { sql: PAYOUT_QUEUE_FACTS_SQL, parameters: [ids] });
  assertNothingWhole(facts, 'rows');
  assert.deepEqual(new Set(indexesOf(facts, 'open_transaction')), new Set(['open_transaction_pkey']));
  // Each itself and, of two days of its player, both payouts that wait.
  assert.ok(readRows(facts, 'transaction') <= PAGE * 4, `rows: ${readRows(facts, 'transaction')}`);
  // Whether others are paid to an IBAN reads what was ever paid to that one, and nothing else.
  const client = await queue.console.connect();
  try {
    const read = async (id: string): Promise<number> => {
      const nodes = await planOf(client, PAYOUT_FACTS_SQL, ['uuid[]'], [`{${id}}`]);
      assertNothingWhole(nodes, id);
      return readRows(nodes, 'transaction');
    };
    // docs/queue.md says what this costs. The payout itself twice, and the last one of the player.
    assert.ok((await read(queue.regularId)) <= ofRegular + 4);
    assert.ok((await read(ids[0] ?? assert.fail())) <= 8);
  } finally {
    client.release();
  }
});
