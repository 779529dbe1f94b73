import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import type { EventType } from '@vezne/domain/transaction-state';
import type { Logger } from 'pino';
import type pg from 'pg';
import { systemClock } from '../../../src/clock.ts';
import type { WebhookConfig } from '../../../src/config/worker.ts';
import { createWebhookService } from '../../../src/jobs/webhooks/service.ts';
import { createSealedSecrets } from '../../../src/keys/sealed-secrets.ts';
import { announceEvents } from '../../../src/db/event-channel.ts';
import { depositRow, insertRow } from '../../db/rows/valid-rows.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { insertEvent } from '../../harness/events.ts';
import { until as untilFits } from '../../harness/expectations.ts';
import { insertBankAccount, insertPartner } from '../../harness/factories.ts';
import { testKeys } from '../../harness/keys.ts';
import { silentLog } from '../../harness/silent-log.ts';
import { startReceiver } from './receiver.ts';

export interface ReceivedDelivery {
  eventId: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Returns a status, or undefined to never respond. */
type Respond = (delivery: ReceivedDelivery) => number | undefined;

export interface PartnerServer {
  url: string;
  received: ReceivedDelivery[];
  respond: Respond;
}

export type Service = ReturnType<typeof createWebhookService>;

/** A database with a partner that has decisions to be told, and the services that tell it. */
export interface WebhookSetup {
  owner: pg.Pool;
  partnerId: string;
  /** Starts a server of the partner. It accepts everything unless told otherwise. */
  startPartnerServer(respond?: Respond): Promise<PartnerServer>;
  /** Adds a deposit for events. `reference` is given when several share it. */
  addDeposit(reference?: string): Promise<string>;
  /** Commits an event and sends its notification. */
  addEvent(transactionId: string, type?: EventType): Promise<string>;
  startService(config?: Partial<WebhookConfig>, log?: Logger): Service;
}

export async function openWebhookSetup(t: TestContext): Promise<WebhookSetup> {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const partner = await insertPartner(owner);
  const bankAccount = await insertBankAccount(owner);
  return {
    owner,
    partnerId: partner.id,
    async startPartnerServer(respond = () => 200) {
      const received: ReceivedDelivery[] = [];
      const server: PartnerServer = { url: '', received, respond };
      const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
        const body = await text(request);
        const { headers } = request;
        const delivery = { eventId: String(headers['x-svc-event-id']), headers, body };
        received.push(delivery);
        const status = server.respond(delivery);
        if (status !== undefined) response.writeHead(status).end();
      };
      const { url } = await startReceiver(t, (request, response) => void receive(request, response));
      server.url = url;
      return server;
    },
    async addDeposit(reference) {
      const row = depositRow({ partner: { id: partner.id }, bankAccount });
      await insertRow(owner, 'transaction', {
        ...row,
        ...(reference === undefined ? {} : { external_reference: reference }),
      });
      return String(row['id']);
    },
    async addEvent(transactionId, type = 'deposit.approved') {
      const eventId = await insertEvent(owner, transactionId, type);
      announceEvents(owner);
      return eventId;
    },
    startService(config = {}, log = silentLog) {
      const service = createWebhookService({
        databaseUrl: database.urlOf('vezne_worker'),
        config: {
          scheduleMs: [20, 40, 80],
          timeoutMs: 2_000,
          maxPerEndpoint: 4,
          leaseMs: 60_000,
          allowPrivate: true,
          ...config,
        },
        sealedSecrets: createSealedSecrets(testKeys.secretKeys),
        clock: systemClock,
        log,
      });
      let stopping: Promise<void> | undefined;
      const stop = async (): Promise<void> => await (stopping ??= service.stop());
      t.after(stop);
      service.start();
      return { ...service, stop };
    },
  };
}

export interface TestDelivery {
  eventId: string;
  /** `unknown`: nothing was recorded of it. */
  state: 'unknown' | 'pending' | 'delivered' | 'parked';
  /** How many are in the log. */
  attempts: number;
}

/** What became of every event that an endpoint asks for, in the order of the feed. */
export async function readDeliveries(owner: pg.Pool): Promise<TestDelivery[]> {
  const { rows } = await owner.query<TestDelivery>(
    `select 'evt_' || replace(e.id::text, '-', '') as "eventId", log.attempts,
       coalesce(d.state, case when log.is_taken and e.feed_no <= w.last_feed_no then 'delivered' else 'unknown' end) as state
     from webhook_endpoint w join event e on e.partner_id = w.partner_id and e.type = any (w.event_types)
     left join webhook_delivery d on d.endpoint_id = w.id and d.event_id = e.id
     cross join lateral (
       select count(*)::int4 as attempts, coalesce(bool_or(a.error is null and a.status_code < 300), false) as is_taken
       from webhook_attempt a where a.endpoint_id = w.id and a.event_id = e.id
     ) as log
     order by e.feed_no`,
  );
  return rows;
}

/** The endpoints of each worker that lives. */
export async function readShares(owner: pg.Pool): Promise<number[]> {
  const { rows } = await owner.query<{ count: number }>(
    `select count(w.id)::int4 as count from living_process p left join webhook_endpoint w on w.owner_id = p.id
     where p.alive_until > now() group by p.id order by count desc`,
  );
  return rows.map(({ count }) => count);
}

export async function until(isTrue: () => boolean | Promise<boolean>, withinMs?: number): Promise<void> {
  await untilFits(async () => await isTrue(), Boolean, withinMs);
}
