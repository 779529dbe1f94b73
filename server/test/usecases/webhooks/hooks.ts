import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import type pg from 'pg';
import type { EventType } from '@vezne/domain/transaction-state';
import { readDueExceptions } from '../../../src/db/read/webhooks/due-exceptions.ts';
import { readDoneAbove, readUndelivered } from '../../../src/db/read/webhooks/undelivered-events.ts';
import { listDeliveries } from '../../../src/db/read/webhooks/deliveries.ts';
import { arrive } from '../../../src/db/write/installation/living-processes.ts';
import { settle } from '../../../src/db/write/webhooks/settle.ts';
import { fromEventId } from '../../../src/ids.ts';
import { addWebhookEndpoint } from '../../../src/usecases/webhooks/add.ts';
import type { AddedWebhookEndpoint } from '../../../src/usecases/webhooks/add.ts';
import { depositRow, insertRow, withdrawalRow } from '../../db/rows/valid-rows.ts';
import { byTwo } from '../../harness/by-two.ts';
import { insertEvent } from '../../harness/events.ts';
import { insertBankAccount, insertPartner } from '../../harness/factories.ts';
import type { TestPartner } from '../../harness/factories.ts';
import { createAdministration } from '../administration.ts';
import type { Administration } from '../administration.ts';

const OPTIONS = { timeoutMs: 5_000 };

/** An administration with a partner that gets events, and a worker's statements without its network. */
export interface Hooks extends Administration {
  partner: TestPartner;
  add: (options?: {
    path?: string;
    events?: string[];
    sinceBeginning?: boolean;
    partner?: string;
  }) => Promise<AddedWebhookEndpoint>;
  /** Decides something about a new transaction; returns the uuid of the event. */
  happens: (type?: EventType, partnerId?: string) => Promise<string>;
  /** Tries everything that is due once, with this outcome; returns the events that were tried, in their order. */
  tryAll: (endpointId: string, outcome: Outcome) => Promise<string[]>;
  /** What the endpoint has got or will get, oldest first. */
  deliveries: (endpointId: string) => Promise<{ event: string; state: string; attempts: number }[]>;
  /** The rows of what was not taken at first, or was sent again. */
  exceptions: (endpointId: string) => Promise<ExceptionRow[]>;
}

type Outcome = 'delivered' | 'failed' | 'parked';

export interface ExceptionRow {
  event: string;
  state: string;
  attempts: number;
  scheduleFrom: number;
  isDue: boolean;
  isDelivered: boolean;
}

export async function createHooks(t: TestContext): Promise<Hooks> {
  const administration = await createAdministration(t);
  const { owner, context, database, pool } = administration;
  const partner = await insertPartner(owner);
  const bankAccount = await insertBankAccount(owner);
  const worker = database.pool('vezne_worker');
  const workerId = randomUUID();
  await arrive(worker, { id: workerId, kind: 'worker', leaseMs: 600_000 }, OPTIONS);
  return {
    ...administration,
    partner,
    async add({ path = 'hooks', events, sinceBeginning, partner: named = partner.name } = {}) {
      const url = `https://shop.example/${path}`;
      const addition = { partner: named, url, events, sinceBeginning, allowPrivate: false };
      return await byTwo(pool, addWebhookEndpoint(context, addition));
    },
    async happens(type = 'deposit.approved', partnerId = partner.id) {
      const ground = { partner: { id: partnerId }, bankAccount };
      const row = type.startsWith('deposit') ? depositRow(ground) : withdrawalRow(ground);
      await insertRow(owner, 'transaction', row);
      return fromEventId(await insertEvent(owner, String(row['id']), type)) ?? '';
    },
    tryAll: async (endpointId, outcome) => await tryAll({ owner, worker, workerId }, endpointId, outcome),
    async deliveries(endpointId) {
      const found = await listDeliveries(context.db, { endpointId }, 1_000);
      return found.toReversed().map(({ eventId, state, attempts }) => ({ event: eventId, state, attempts }));
    },
    exceptions: async (endpointId) => await exceptionRows(owner, endpointId),
  };
}

/** What a worker does with an endpoint that it owns, without a network. */
async function tryAll(
  { owner, worker, workerId }: { owner: pg.Pool; worker: pg.Pool; workerId: string },
  endpointId: string,
  outcome: Outcome,
): Promise<string[]> {
  const { rows } = await owner.query<{ partnerId: string; position: number }>(
    `update webhook_endpoint set owner_id = $2, claim_no = 1 where id = $1
     returning partner_id as "partnerId", last_feed_no::float8 as position`,
    [endpointId, workerId],
  );
  const [{ position, partnerId } = { partnerId: '', position: 0 }] = rows;
  const from = { partnerId, endpointId, aboveFeedNo: position, room: 1_000 };
  const above = await readUndelivered(worker, [from], OPTIONS);
  const done = new Set(await readDoneAbove(worker, { ...from, position, upTo: 1_000 }, OPTIONS));
  const asked = above.filter(({ body, feedNo }) => body !== null && !done.has(feedNo));
  const due = await readDueExceptions(worker, [{ endpointId, room: 1_000 }], OPTIONS);
  const firsts = asked.filter(({ isWaiting }) => !isWaiting).map((event) => ({ ...event, scheduleFrom: 0 }));
  const result = {
    endpointId,
    startedAtMs: Date.now(),
    durationMs: 12,
    isDelivered: outcome === 'delivered',
    status: outcome === 'delivered' ? 200 : 500,
    error: null,
    answerStart: outcome === 'delivered' ? '' : 'the receiver is broken',
    retryAfterMs: outcome === 'failed' ? 3_600_000 : null,
  };
  await settle(
    worker,
    {
      progress: [{ endpointId, claimNo: 1, position: above.at(-1)?.feedNo ?? position }],
      successes: result.isDelivered ? firsts.map((event) => ({ ...event, ...result })) : [],
      tried: [...(result.isDelivered ? [] : firsts), ...due].map((event) => ({ ...event, ...result })),
      followers: asked.filter(({ isWaiting }) => isWaiting).map((event) => ({ ...event, endpointId })),
      stale: [],
    },
    OPTIONS,
  );
  return [...firsts, ...due]
    .toSorted((left, right) => left.feedNo - right.feedNo)
    .map(({ eventId }) => eventId);
}

async function exceptionRows(owner: pg.Pool, endpointId: string): Promise<ExceptionRow[]> {
  const { rows } = await owner.query<ExceptionRow>(
    `select event_id as event, state, attempts, schedule_from as "scheduleFrom",
       next_attempt_at <= now() as "isDue", delivered_at is not null as "isDelivered"
     from webhook_delivery where endpoint_id = $1 order by feed_no`,
    [endpointId],
  );
  return rows;
}
