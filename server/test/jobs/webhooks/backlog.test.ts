import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type pg from 'pg';
import { createPool } from '../../../src/db/pool.ts';
import { DUE_SQL } from '../../../src/db/read/webhooks/due-exceptions.ts';
import { DONE_SQL, READ_SQL } from '../../../src/db/read/webhooks/undelivered-events.ts';
import { CLAIM_SQL } from '../../../src/db/write/webhooks/own.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { insertBankAccount, insertPartner } from '../../harness/factories.ts';
import { silentLog } from '../../harness/silent-log.ts';
import { insertEndpoint } from '../../harness/webhook-endpoints.ts';
import { insertFeed } from '../../db/rows/feed-rows.ts';
import { explained, readRows } from '../../db/plans/plans.ts';
import type { PlanNode } from '../../db/plans/plans.ts';

const EVENTS = 20_000;
/** Exceptions that are due, each of a reference of its own except the last hundred, which wait behind one another. */
const EXCEPTIONS = 4_000;
/** Of other partners, with nothing to send. */
const IDLE_ENDPOINTS = 2_000;
const ROOM = 16;
const TABLES = ['event', 'webhook_delivery', 'webhook_attempt', 'webhook_endpoint'];

interface Statement {
  text: string;
  types: string;
  values: () => string;
  most: Readonly<Record<string, number>>;
}

test('what a worker reads costs no more than what it takes, whatever waits and whatever the planner believed', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const { id: partnerId } = await insertPartner(owner);
  const bankAccount = await insertBankAccount(owner);
  const { id: endpointId } = await insertEndpoint(owner, { partnerId, url: 'http://127.0.0.1:1/' });
  const workerId = randomUUID();
  const arrived = 'insert into living_process (id, kind, alive_until) values ($1, $2, now() + $3::interval)';
  await owner.query(arrived, [workerId, 'worker', '2 minutes']);

  const statements: Record<string, Statement> = {
    'events above a position': {
      text: READ_SQL,
      types: 'uuid[], int8[], int4[]',
      values: () => `'{${endpointId}}', '{12000}', '{${ROOM}}'`,
      most: { event: ROOM, webhook_delivery: ROOM, webhook_endpoint: IDLE_ENDPOINTS + 1 },
    },
    'exceptions that are due': {
      text: DUE_SQL,
      types: 'uuid[], int4[]',
      values: () => `'{${endpointId}}', '{${ROOM}}'`,
      most: { event: ROOM, webhook_delivery: 3 * ROOM, webhook_endpoint: IDLE_ENDPOINTS + 1 },
    },
    'what is done above a position': {
      text: DONE_SQL,
      types: 'uuid, uuid, int8, int8',
      values: () => `'${endpointId}', '${partnerId}', 12000, 100`,
      most: { event: 100, webhook_delivery: 100, webhook_attempt: 100 },
    },
    'a claim': {
      text: CLAIM_SQL,
      types: 'uuid, uuid[], uuid[]',
      values: () => `'${workerId}', '{}', '{}'`,
      most: { webhook_endpoint: 3 * (IDLE_ENDPOINTS + 1), webhook_delivery: 1 },
    },
  };

  // Connects as the service does. Its plans are made once, here while nothing waits.
  const worker = createPool({
    url: database.urlOf('vezne_worker'),
    maxConnections: 3,
    applicationName: 'test',
    log: silentLog,
    isPlannedOnce: true,
  });
  const clients: pg.PoolClient[] = [];
  t.after(async () => {
    for (const client of clients) client.release(true);
    await worker.end();
  });
  const connect = async (): Promise<pg.PoolClient> => {
    const client = await worker.connect();
    clients.push(client);
    await prepare(client, statements);
    return client;
  };
  const early = await connect();

  await insertFeed(owner, { partnerId, bankAccount, events: EVENTS });
  await insertBacklog(owner, endpointId);

  for (const knows of ['an empty table', 'nothing', 'everything']) {
    if (knows === 'everything') await owner.query(`analyze ${TABLES.join(', ')}, event_feed`);
    const client = knows === 'an empty table' ? early : await connect();
    for (const [place, [name, { values, most }]] of Object.entries(statements).entries()) {
      await t.test(`${name}, planned by what is known of ${knows}`, async () => {
        await client.query('begin');
        const nodes = await explained(client, {
          sql: `execute statement_${place} (${values()})`,
          parameters: [],
        });
        await client.query('rollback');
        for (const [table, rows] of Object.entries(most)) assertRead(nodes, table, rows);
      });
    }
  }
});

async function prepare(client: pg.PoolClient, statements: Record<string, Statement>): Promise<void> {
  for (const [place, { text, types, values }] of Object.values(statements).entries()) {
    await client.query(`prepare statement_${place} (${types}) as ${text}`);
    await client.query(`begin; execute statement_${place} (${values()}); rollback`);
  }
}

function assertRead(nodes: readonly PlanNode[], table: string, most: number): void {
  const read = readRows(nodes, table);
  const shown = nodes.map((node) => [node['Node Type'], node['Index Name'], node['Actual Loops']].join(' '));
  assert.ok(read <= most, `${read} rows of ${table} were read, not ${most}:\n${shown.join('\n')}`);
}

/** Half of the events are below the position: taken, except the exceptions. A long history of rows is of the version before. */
async function insertBacklog(owner: pg.Pool, endpointId: string): Promise<void> {
  await owner.query(
    `insert into webhook_delivery (endpoint_id, event_id, feed_no, external_reference, state, attempts, next_attempt_at, delivered_at)
     select $1, id, feed_no, case when feed_no between $2 - 100 and $2 then 'one' else external_reference end,
       case when feed_no <= $2 then 'pending' else 'delivered' end, 1, now() - interval '1 minute',
       case when feed_no > $2 then now() end
     from event where feed_no <= $3`,
    [endpointId, EXCEPTIONS, EVENTS / 2],
  );
  await owner.query(
    `insert into webhook_attempt (endpoint_id, event_id, attempt_no, at, duration_ms, status_code)
     select $1, id, 1, occurred_at, 12, case when feed_no <= $2 then 500 else 200 end from event where feed_no <= 12050`,
    [endpointId, EXCEPTIONS],
  );
  await owner.query('update webhook_endpoint set last_feed_no = 12000 where id = $1', [endpointId]);
  await owner.query(
    `with idle as (
       insert into partner (id, name) select gen_random_uuid(), 'Idle ' || n from generate_series(1, $1::int) as n returning id
     )
     insert into webhook_endpoint (id, partner_id, url, event_types, last_feed_no, created_by)
     select gen_random_uuid(), id, 'https://shop.example/', '{deposit.approved}', 0, 'test' from idle`,
    [IDLE_ENDPOINTS],
  );
}
