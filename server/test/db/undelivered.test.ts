import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { TestContext } from 'node:test';
import type pg from 'pg';
import { cents } from '@vezne/domain/money';
import {
  BEHIND_SQL,
  COUNTS_SQL,
  ENDPOINT_SQL,
  EXCEPTIONS_SQL,
  parkedPageQuery,
} from '../../src/db/read/webhooks/undelivered.ts';
import { WAITING_PLAYERS_SQL, waitingPlayersQuery } from '../../src/db/read/transactions/waiting-players.ts';
import { firstIdAt } from '../../src/ids.ts';
import { createTestDatabase } from '../harness/database.ts';
import { insertEvent } from '../harness/events.ts';
import { insertBankAccount, insertPartner } from '../harness/factories.ts';
import { insertEndpoint } from '../harness/webhook-endpoints.ts';
import { insertFeed } from './rows/feed-rows.ts';
import { explained, indexesOf, readRows } from './plans/plans.ts';
import { depositRow, insertRow } from './rows/valid-rows.ts';

const NO_RIGHT = '42501';

interface House {
  owner: pg.Pool;
  console: pg.Pool;
  endpointId: string;
  partnerId: string;
}

/** An endpoint with one event of each state, and how often each was tried. */
async function openHouse(t: TestContext): Promise<House> {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const { id: partnerId } = await insertPartner(owner);
  const bankAccount = await insertBankAccount(owner);
  const { id: endpointId } = await insertEndpoint(owner, { partnerId, url: 'https://shop.example/hooks' });
  for (const state of ['pending', 'parked', 'delivered']) {
    const row = depositRow({ partner: { id: partnerId }, bankAccount });
    await insertRow(owner, 'transaction', row);
    await insertEvent(owner, String(row['id']), 'deposit.approved');
    await owner.query(
      `insert into webhook_delivery (endpoint_id, event_id, feed_no, external_reference, state, attempts, next_attempt_at, delivered_at)
       select $1, id, feed_no, external_reference, $2, 3, now() + interval '1 hour', case $2 when 'delivered' then now() end
       from event order by feed_no desc limit 1`,
      [endpointId, state],
    );
  }
  return { owner, console: database.pool('vezne_console'), endpointId, partnerId };
}

suite('a console that was taken over', () => {
  test('begins the schedule of an exception again, and does nothing else to it', async (t) => {
    const { owner, console, endpointId } = await openHouse(t);
    const replay = `state = 'pending', schedule_from = attempts, next_attempt_at = now()`;
    for (const [what, text] of [
      ['says that it was delivered', `update webhook_delivery set state = 'delivered', delivered_at = now()`],
      ['gives it up', `update webhook_delivery set state = 'parked' where state = 'pending'`],
      [
        'puts it off',
        `update webhook_delivery set next_attempt_at = now() + interval '1 year' where state = 'pending'`,
      ],
      ['ends its schedule', `update webhook_delivery set schedule_from = 0, next_attempt_at = now()`],
      ['claims tries', `update webhook_delivery set attempts = 2147483647`],
      ['leases it', `update webhook_delivery set leased_until = now() + interval '1 year'`],
      ['gives it to another endpoint', `update webhook_delivery set endpoint_id = '${randomUUID()}'`],
      [
        'makes one',
        `insert into webhook_delivery (endpoint_id, event_id, feed_no, external_reference)
         select endpoint_id, gen_random_uuid(), 99, 'x' from webhook_delivery limit 1`,
      ],
      ['removes one', 'delete from webhook_delivery'],
      [
        'logs a try',
        `insert into webhook_attempt (endpoint_id, event_id, attempt_no, at, duration_ms, status_code)
         select endpoint_id, event_id, 1, now(), 1, 200 from webhook_delivery`,
      ],
    ])
      await assert.rejects(console.query(text ?? ''), { code: NO_RIGHT }, what);
    const done = await console.query(`update webhook_delivery set ${replay} where state = 'delivered'`);
    assert.equal(done.rowCount, 0, 'What was delivered is not there for it.');
    const honest = await console.query(`update webhook_delivery set ${replay} where endpoint_id = $1`, [
      endpointId,
    ]);
    assert.equal(honest.rowCount, 2);
    const { rows } = await owner.query<{ state: string }>(
      'select state from webhook_delivery order by feed_no',
    );
    assert.deepEqual(
      rows.map(({ state }) => state),
      ['pending', 'pending', 'delivered'],
    );
  });

  test('turns an endpoint to no other address, and changes nothing by which a worker counts', async (t) => {
    const { owner, console } = await openHouse(t);
    const before = await owner.query('select * from webhook_endpoint');
    const locked = await console.query('select id from webhook_endpoint for no key update');
    assert.equal(locked.rowCount, 1);
    for (const change of [
      'created_by = created_by',
      `created_by = 'somebody'`,
      `url = 'https://thief.example/'`,
      'last_feed_no = 99',
      'owner_id = null',
      'id = gen_random_uuid()',
      'partner_id = partner_id',
    ])
      await assert.rejects(
        console.query(`update webhook_endpoint set ${change}`),
        { code: NO_RIGHT },
        change,
      );
    assert.deepEqual((await owner.query('select * from webhook_endpoint')).rows, before.rows);
  });
});

const HISTORY = 20_000;

/** A partner with a long history of events that were taken, many of them not at the first try, and some that were not. */
async function openHistory(t: TestContext): Promise<House> {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const { id: partnerId } = await insertPartner(owner);
  const { id: endpointId } = await insertEndpoint(owner, { partnerId, url: 'https://shop.example/hooks' });
  const bankAccount = await insertBankAccount(owner);
  await insertFeed(owner, { partnerId, bankAccount, events: HISTORY });
  await owner.query('update webhook_endpoint set last_feed_no = $1', [HISTORY]);
  await owner.query(
    `insert into webhook_delivery (endpoint_id, event_id, feed_no, external_reference, state, attempts, next_attempt_at, delivered_at)
     select $1, id, feed_no, external_reference,
       case when feed_no > $2::int - 100 then 'pending' when feed_no > $2::int - 200 then 'parked' else 'delivered' end,
       2, now() + make_interval(secs => feed_no::int), case when feed_no <= $2::int - 200 then now() end
     from event`,
    [endpointId, HISTORY],
  );
  await owner.query(
    `insert into webhook_attempt (endpoint_id, event_id, attempt_no, at, duration_ms, status_code)
     select $1, id, n, now() - make_interval(secs => feed_no::int), 5, 500 from event cross join generate_series(1, 2) as n`,
    [endpointId],
  );
  await owner.query('vacuum analyze');
  return { owner, console: database.pool('vezne_console'), endpointId, partnerId };
}

const TABLES = ['event', 'webhook_delivery', 'webhook_attempt'] as const;

test('what is behind is looked up, with a long history as with a short one', async (t) => {
  const { console, endpointId } = await openHistory(t);
  const page = parkedPageQuery({ limit: 50 });
  const middle = parkedPageQuery({
    limit: 50,
    after: { at: new Date().toISOString(), endpointId, eventId: endpointId },
  });
  const statements: Record<string, [text: string, values: readonly unknown[], most: number]> = {
    // Once a second for everybody.
    counts: [COUNTS_SQL, [300], 110],
    'endpoints behind': [BEHIND_SQL, [300, 100], 1_000],
    'one endpoint': [ENDPOINT_SQL, [endpointId], 1_000],
    'its exceptions': [EXCEPTIONS_SQL, [endpointId, 50], 1_000],
    'what was given up': [page.text, page.values, 400],
    'its next page': [middle.text, middle.values, 400],
  };
  for (const [what, [sql, parameters, most]] of Object.entries(statements)) {
    const nodes = await explained(console, { sql, parameters });
    const read = TABLES.reduce((sum, table) => sum + readRows(nodes, table), 0);
    assert.ok(read <= most, `${what}: ${read} rows`);
  }
});

/** So many players who wait, among others. */
async function fillWaiting(t: TestContext, waiting: number): Promise<House & { accountId: string }> {
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
     select ($3 || lpad(to_hex(n), 8, '0'))::uuid, $1, 'deposit',
       case n % 10 when 0 then 'waiting_confirmation' else 'waiting_payment' end, 'order-' || n, 'TRY', 100000 + n, 0,
       100000 + n, 100000 + n, 100000 + n, 0, 0, 'deduct_from_amount', 'player-' || n % 1000, 'ayse', 'Ayşe Işık', $2,
       translate(lpad(n::text, 8, '0'), '01', 'AC'), 'https://shop.example/return?order=' || n, 1, now() + interval '1 day'
     from generate_series(1, $4::int) as n`,
    [partnerId, accountId, firstIdAt(new Date()).replaceAll('-', '').slice(0, 24), waiting],
  );
  await owner.query('vacuum analyze');
  return { owner, console: database.pool('vezne_console'), endpointId: '', partnerId, accountId };
}

for (const waiting of [500, 20_000]) {
  test(`a page of players who wait is read in the order of their ids, among ${waiting}`, async (t) => {
    const { owner, console, partnerId, accountId } = await fillWaiting(t, waiting);
    const { rows } = await owner.query<{ id: string }>(
      'select transaction_id as id from open_transaction order by transaction_id offset $1 limit 1',
      [waiting / 2],
    );
    const plan = async (...given: Parameters<typeof waitingPlayersQuery>): Promise<[string[], number]> => {
      const { text, values } = waitingPlayersQuery(...given);
      const nodes = await explained(console, { sql: text, parameters: values });
      return [
        indexesOf(nodes, 'open_transaction').map((name) => name ?? 'none'),
        readRows(nodes, 'open_transaction'),
      ];
    };
    for (const [what, filters, after] of [
      ['the first page', {}, undefined],
      ['one in the middle', {}, rows[0]?.id],
      ['of a partner', { partnerId }, undefined],
      ['of an account', { bankAccountId: accountId }, rows[0]?.id],
    ] as const) {
      const [indexes, read] = await plan(filters, { after, limit: 50 });
      assert.deepEqual(indexes, ['open_transaction_pkey'], what);
      // One in ten is an operator's to decide.
      assert.ok(read <= 60, `${what}: ${read}`);
    }
    // A filter that finds nothing reads what is open, once.
    const [, read] = await plan({ leastCents: cents(999_999_00n) }, { limit: 50 });
    assert.ok(read <= waiting, String(read));
    const ids = rows.map(({ id }) => id);
    const shown = await explained(console, { sql: WAITING_PLAYERS_SQL, parameters: [ids] });
    assert.deepEqual(new Set(indexesOf(shown, 'transaction')), new Set(['transaction_pkey']));
  });
}
