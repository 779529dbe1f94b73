import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { RawBuilder } from 'kysely';
import type pg from 'pg';
import { createDatabase } from '../../../src/db/kysely.ts';
import { backlogSql } from '../../../src/db/read/webhooks/endpoint-backlog.ts';
import { deliveriesSql, listDeliveries } from '../../../src/db/read/webhooks/deliveries.ts';
import type { DeliveryFilter } from '../../../src/db/read/webhooks/deliveries.ts';
import { replaySql } from '../../../src/db/write/webhooks/replay.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { insertBankAccount, insertPartner } from '../../harness/factories.ts';
import { insertEndpoint } from '../../harness/webhook-endpoints.ts';
import { insertFeed } from '../rows/feed-rows.ts';
import { explained, readRows } from './plans.ts';
import type { PlanNode } from './plans.ts';

/** The feed of one partner; of its events the first are deliveries of the version before, each with a row. */
const EVENTS = 20_000;
const WITH_ROWS = 10_000;
/** The position of the endpoint: what lies above it waits. */
const POSITION = 19_500;
const WAITING = EVENTS - POSITION;
/** Exceptions among what has a row. */
const PENDING = 40;
const PARKED = 30;
const PAGE = 50;

test('a page of deliveries costs a page, however long the history is', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const { id: partnerId } = await insertPartner(owner);
  const transactionId = await insertFeed(owner, {
    partnerId,
    bankAccount: await insertBankAccount(owner),
    events: EVENTS,
  });
  const { id: old } = await insertEndpoint(owner, { partnerId, url: 'https://shop.example/old' });
  const { id: fresh } = await insertEndpoint(owner, { partnerId, url: 'https://shop.example/fresh' });
  await insertHistory(owner, { old, fresh, partnerId });
  const { rows } = await owner.query<{ id: string }>('select id from event where feed_no = 12345');
  const eventId = rows[0]?.id ?? assert.fail();
  const admin = database.pool('vezne_admin');
  const db = createDatabase(admin);
  const nodesOf = async (statement: RawBuilder<unknown>): Promise<PlanNode[]> =>
    await explained(admin, statement.compile(db));

  /** How many rows may be read of events, rows and attempts together. An event is looked up with its row and its attempt, twice. */
  const shapes: Record<string, { filter: DeliveryFilter; isNew?: boolean; most: number }> = {
    'the newest of an endpoint': { filter: { endpointId: old }, most: 8 * PAGE },
    'what was delivered': { filter: { endpointId: old, state: 'delivered' }, most: 8 * PAGE },
    'what waits': { filter: { endpointId: old, state: 'pending' }, most: 8 * PAGE + 2 * PENDING },
    'what was parked': { filter: { endpointId: old, state: 'parked' }, most: 8 * PARKED },
    'the newest of a new endpoint': { filter: { endpointId: fresh }, isNew: true, most: 12 * PAGE },
    'one event': { filter: { eventId }, most: 20 },
    'one event that was delivered to one endpoint': {
      filter: { eventId, endpointId: old, state: 'delivered' },
      most: 20,
    },
  };
  for (const knows of ['nothing', 'everything']) {
    if (knows === 'everything') {
      await owner.query('analyze event, webhook_delivery, webhook_attempt, webhook_endpoint');
    }
    for (const [name, { filter, isNew = false, most }] of Object.entries(shapes)) {
      await t.test(`${name}, when the planner knows ${knows} of the tables`, async () => {
        const nodes = await nodesOf(deliveriesSql(filter, { limit: PAGE, window: 4 * PAGE, isNew }));
        for (const table of ['event', 'webhook_delivery', 'webhook_attempt']) {
          assert.ok(readRows(nodes, table) <= most, `${readRows(nodes, table)} rows of ${table} were read`);
        }
      });
    }
    await t.test(`a backlog, when the planner knows ${knows}`, async () => {
      const nodes = await nodesOf(backlogSql(old, 100));
      for (const table of ['event', 'webhook_delivery', 'webhook_attempt']) {
        const read = readRows(nodes, table);
        assert.ok(read <= 2 * (100 + PENDING + PARKED), `${read} rows of ${table} were read`);
      }
    });
    await t.test(`a part of a replay, when the planner knows ${knows}`, async () => {
      const part = { afterFeedNo: 15_000n, upToFeedNo: BigInt(EVENTS), limit: PAGE };
      const client = await admin.connect();
      try {
        await client.query('begin');
        const statement = replaySql([old], { since: new Date(0) }, part).compile(db);
        const nodes = await explained(client, statement);
        for (const table of ['event', 'webhook_attempt']) {
          assert.ok(
            readRows(nodes, table) <= 2 * PAGE,
            `${readRows(nodes, table)} rows of ${table} were read`,
          );
        }
      } finally {
        await client.query('rollback');
        client.release();
      }
    });
  }

  await t.test('and a page has what it should have', async () => {
    const states = async (filter: DeliveryFilter, limit = PAGE): Promise<Record<string, number>> =>
      Object.fromEntries(
        [...Map.groupBy(await listDeliveries(db, filter, limit), ({ state }) => state)].map(
          ([state, found]) => [state, found.length],
        ),
      );
    assert.deepEqual(await states({ endpointId: old }, 10_000), {
      pending: WAITING,
      delivered: 10_000 - WAITING,
    });
    assert.deepEqual(await states({ endpointId: old, state: 'pending' }, 10_000), {
      pending: WAITING + PENDING,
    });
    assert.deepEqual(await states({ endpointId: old, state: 'parked' }), { parked: PARKED });
    assert.deepEqual(await states({ endpointId: old, state: 'delivered' }), { delivered: PAGE });
    assert.deepEqual(await states({ endpointId: fresh }), { pending: 3, delivered: 7 });
    assert.deepEqual(await states({ endpointId: fresh, state: 'delivered' }), { delivered: 7 });
    assert.deepEqual(await states({ eventId }), { delivered: 1 }, 'the new endpoint never had it');
    assert.deepEqual(await states({ transactionId, endpointId: fresh }), { pending: 3, delivered: 7 });
  });
});

/** The old endpoint had everything; the fresh one begins ten events before the end, and seven of them were taken. */
async function insertHistory(
  owner: pg.Pool,
  { old, fresh, partnerId }: { old: string; fresh: string; partnerId: string },
): Promise<void> {
  await owner.query(
    `insert into webhook_delivery (endpoint_id, event_id, feed_no, external_reference, state, attempts, delivered_at)
     select $1, id, feed_no, external_reference, kept.state, 1, case kept.state when 'delivered' then occurred_at end
     from event, lateral (
       select case when feed_no % 200 = 0 and feed_no <= 200 * $3 then 'pending'
         when feed_no % 200 = 1 and feed_no <= 200 * $4 then 'parked' else 'delivered' end
     ) as kept (state)
     where feed_no <= $2 and partner_id = $5`,
    [old, WITH_ROWS, PENDING, PARKED, partnerId],
  );
  await owner.query(
    `insert into webhook_attempt (endpoint_id, event_id, attempt_no, at, duration_ms, status_code)
     select $1::uuid, id, 1, occurred_at, 12, 200 from event where feed_no <= $2
     union all select $3::uuid, id, 1, occurred_at, 12, 200 from event where feed_no > $4 and feed_no <= $4 + 7`,
    [old, POSITION, fresh, EVENTS - 10],
  );
  for (const [id, position] of [
    [old, POSITION],
    [fresh, EVENTS - 3],
  ]) {
    await owner.query('update webhook_endpoint set last_feed_no = $2, owner_id = $3 where id = $1', [
      id,
      position,
      randomUUID(),
    ]);
  }
}
