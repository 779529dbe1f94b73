import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type pg from 'pg';
import { ENDPOINTS_SQL, QUEUE_SQL } from '../../../src/db/read/installation/service-queues.ts';
import { firstIdAt } from '../../../src/ids.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { insertBankAccount, insertPartner } from '../../harness/factories.ts';
import { insertPartnerPerson } from '../../harness/portal.ts';
import { insertEndpoint } from '../../harness/webhook-endpoints.ts';
import { insertFeed } from '../rows/feed-rows.ts';
import { explained, readRows } from './plans.ts';

const HISTORY = 20_000;
const WAITING = 100;

/** A long history of everything, of which little waits. */
async function openHistory(t: TestContext): Promise<pg.Pool> {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const { id: partnerId } = await insertPartner(owner);
  const bankAccount = await insertBankAccount(owner);
  await owner.query(
    `insert into transaction (
       id, partner_id, type, status, external_reference, currency, amount_cents, commission_cents, net_amount_cents,
       player_amount_cents, balance_impact_cents, commission_basis_points, commission_fixed_cents, settlement_mode,
       customer_id, customer_username, customer_full_name, bank_account_id, reference_code, redirect_url, page_key_version,
       expires_at)
     select ($3 || lpad(to_hex(n), 8, '0'))::uuid, $1, 'deposit',
       case n % ($4::int / $5::int) when 0 then 'waiting_confirmation' else 'waiting_payment' end, 'order-' || n, 'TRY',
       100000 + n, 0, 100000 + n, 100000 + n, 100000 + n, 0, 0, 'deduct_from_amount', 'player-' || n % 1000, 'ayse', 'Ayşe Işık',
       $2, translate(lpad(n::text, 8, '0'), '01', 'AC'), 'https://shop.example/return?order=' || n, 1, now() + interval '1 day'
     from generate_series(1, $4::int) as n`,
    [partnerId, bankAccount.id, firstIdAt(new Date()).replaceAll('-', '').slice(0, 24), HISTORY, WAITING],
  );
  const { id: endpointId } = await insertEndpoint(owner, { partnerId, url: 'https://shop.example/hooks' });
  await insertFeed(owner, { partnerId, bankAccount, events: HISTORY });
  await owner.query('update webhook_endpoint set last_feed_no = $1', [HISTORY - WAITING]);
  await owner.query(
    `insert into webhook_delivery (endpoint_id, event_id, feed_no, external_reference, state, attempts, next_attempt_at, delivered_at)
     select $1, id, feed_no, external_reference,
       case when feed_no > $2::int - 200 then 'pending' when feed_no > $2::int - 300 then 'parked' else 'delivered' end,
       2, now() + make_interval(secs => feed_no::int), case when feed_no <= $2::int - 300 then now() end
     from event where feed_no <= $2::int - 100`,
    [endpointId, HISTORY],
  );
  await owner.query(
    `insert into webhook_attempt (endpoint_id, event_id, attempt_no, at, duration_ms, status_code)
     select $1, id, n, now() - make_interval(secs => feed_no::int), 5, 500 from event cross join generate_series(1, 2) as n
     where feed_no <= $2::int - 100`,
    [endpointId, HISTORY],
  );
  await owner.query(
    `insert into audit_seal (seal_no, previous_hash, hash, entry_count)
     values (1, decode(repeat('00', 32), 'hex'), decode(repeat('11', 32), 'hex'), $1)`,
    [HISTORY],
  );
  await owner.query(
    `insert into audit_entry (actor_kind, actor_id, actor, action, subject_type, subject_id, seal_no)
     select 'command_line', 'ayse', 'ayse', 'deposit.approve', 'transaction', no::text, case when no <= $1::int - $2::int then 1 end
     from generate_series(1, $1::int) as no`,
    [HISTORY, WAITING],
  );
  await openNetworkRequests(owner, partnerId);
  await owner.query('vacuum analyze');
  return database.pool('vezne_worker');
}

/** A thousand that are over, and one that waits for us. */
async function openNetworkRequests(owner: pg.Pool, partnerId: string): Promise<void> {
  const { id } = await insertPartnerPerson(owner, { partnerId });
  await owner.query(
    `insert into partner_network_request (id, partner_id, before, wanted, asked_by_id, status, ended_at)
     select gen_random_uuid(), $1, '{}', '{203.0.113.0/24}', $2, case no when 1 then 'open' else 'overtaken' end,
       case when no > 1 then now() end
     from generate_series(1, 1001) as no`,
    [partnerId, id],
  );
}

const TABLES = [
  'transaction',
  'open_transaction',
  'event',
  'webhook_delivery',
  'webhook_attempt',
  'audit_entry',
  'second_person_request',
  'partner_network_request',
  'partner_person',
] as const;

test('what waits is looked up, with a long history as with a short one', async (t) => {
  const worker = await openHistory(t);
  const statements: Record<string, [text: string, most: number]> = {
    deposits: [QUEUE_SQL.waiting_deposits, WAITING],
    payouts: [QUEUE_SQL.waiting_payouts, 1],
    'audit entries': [QUEUE_SQL.unsealed_audit_entries, WAITING],
    requests: [QUEUE_SQL.open_requests, 1],
    // It and the person who asked.
    networks: [QUEUE_SQL.network_requests, 2],
    // The events above the position, each with a look for an exception and an attempt; and the exceptions.
    endpoints: [ENDPOINTS_SQL, 8 * WAITING],
  };
  for (const [what, [sql, most]] of Object.entries(statements)) {
    const nodes = await explained(worker, { sql, parameters: [] });
    const read = TABLES.reduce((sum, table) => sum + readRows(nodes, table), 0);
    assert.ok(read <= most, `${what}: ${read} rows`);
  }
});

test('of a queue that grows without end the oldest are counted', async (t) => {
  const database = await createTestDatabase(t);
  await database.pool().query(
    `insert into audit_entry (actor_kind, actor_id, actor, action, subject_type, subject_id)
     select 'command_line', 'ayse', 'ayse', 'deposit.approve', 'transaction', no::text from generate_series(1, 12000) as no`,
  );
  const { rows } = await database
    .pool('vezne_worker')
    .query<{ count: number; hasMore: boolean }>(QUEUE_SQL.unsealed_audit_entries);
  assert.deepEqual(
    rows.map(({ count, hasMore }) => [count, hasMore]),
    [[10_000, true]],
  );
});
