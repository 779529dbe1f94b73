import type { TestContext } from 'node:test';
import type pg from 'pg';
import type { EventType } from '@vezne/domain/transaction-state';
import { claimDeliveries } from '../../../src/db/write/webhooks/claim.ts';
import { fanOutEvents } from '../../../src/db/write/webhooks/fan-out.ts';
import { settleAttempts } from '../../../src/db/write/webhooks/settle.ts';
import { fromEventId } from '../../../src/ids.ts';
import { addWebhookEndpoint } from '../../../src/usecases/webhooks/add.ts';
import type { AddedWebhookEndpoint } from '../../../src/usecases/webhooks/add.ts';
import { depositRow, insertRow, withdrawalRow } from '../../db/valid-rows.ts';
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
  /** Turns events into deliveries. */
  fanOut: () => Promise<void>;
  /** Tries everything that is due once, with this outcome; returns the events that were tried. */
  tryAll: (endpointId: string, outcome: 'delivered' | 'failed' | 'parked') => Promise<string[]>;
  deliveries: (endpointId: string) => Promise<DeliveryRow[]>;
}

export interface DeliveryRow {
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
    async fanOut() {
      while ((await fanOutEvents(worker, { ...OPTIONS, maxEvents: 100 })).advanced > 0);
    },
    async tryAll(endpointId, outcome) {
      const claimed = await claimDeliveries(worker, [{ endpointId, free: 1000 }], {
        ...OPTIONS,
        leaseSeconds: 60,
      });
      const attempts = claimed.map(({ attemptNo, event }) => ({
        endpointId,
        eventId: event.id,
        attemptNo,
        startedAt: new Date(),
        durationMs: 12,
        isDelivered: outcome === 'delivered',
        status: outcome === 'delivered' ? 200 : 500,
        error: null,
        answerStart: outcome === 'delivered' ? '' : 'the receiver is broken',
        retryAfterMs: outcome === 'failed' ? 3_600_000 : null,
      }));
      await settleAttempts(worker, attempts, OPTIONS);
      return claimed.map(({ event }) => event.id);
    },
    deliveries: async (endpointId) => await deliveryRows(owner, endpointId),
  };
}

async function deliveryRows(owner: pg.Pool, endpointId: string): Promise<DeliveryRow[]> {
  const { rows } = await owner.query<DeliveryRow>(
    `select event_id as event, state, attempts, schedule_from as "scheduleFrom",
       next_attempt_at <= now() as "isDue", delivered_at is not null as "isDelivered"
     from webhook_delivery where endpoint_id = $1 order by feed_no`,
    [endpointId],
  );
  return rows;
}
