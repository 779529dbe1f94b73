import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { insertRow, nextNumber } from './row.ts';
import type { Row } from './row.ts';

/** Rows about webhooks that new rows can point to and collide with. */
export interface Webhooks {
  endpoint: Row;
  /** Nothing has been delivered to it. */
  spareEndpoint: Row;
  secret: Row;
  delivery: Row;
  attempt: Row;
  livingProcess: Row;
  /** Of the endpoint, without an outcome. */
  test: Row;
}

/** The event and the partner of the webhooks. */
interface Ground {
  partner: Row;
  event: Row;
}

export async function makeWebhooks(owner: pg.Pool, { partner, event }: Ground): Promise<Webhooks> {
  const endpoint = webhookEndpointRow({ partner });
  const delivery = webhookDeliveryRow({ endpoint, event });
  const webhooks = {
    endpoint,
    spareEndpoint: webhookEndpointRow({ partner }),
    secret: webhookSecretRow({ endpoint }),
    delivery,
    attempt: webhookAttemptRow({ delivery }),
    livingProcess: livingProcessRow(),
    test: webhookTestRow({ endpoint }),
  };
  await insertRow(owner, 'webhook_endpoint', endpoint);
  await insertRow(owner, 'webhook_endpoint', webhooks.spareEndpoint);
  await insertRow(owner, 'webhook_secret', webhooks.secret);
  await insertRow(owner, 'webhook_delivery', delivery);
  await insertRow(owner, 'webhook_attempt', webhooks.attempt);
  await insertRow(owner, 'living_process', webhooks.livingProcess);
  await insertRow(owner, 'webhook_test', webhooks.test);
  return webhooks;
}

export function webhookEndpointRow({ partner }: Pick<Ground, 'partner'>): Row {
  return {
    id: randomUUID(),
    partner_id: partner['id'],
    url: `https://shop.example/hooks/${nextNumber()}`,
    event_types: ['deposit.approved', 'withdrawal.rejected'],
    status: 'active',
    last_feed_no: 0n,
    created_at: new Date(),
    created_by: 'ayse',
    owner_id: null,
    claim_no: 0n,
  };
}

export function livingProcessRow(): Row {
  return { id: randomUUID(), kind: 'worker', started_at: new Date(), alive_until: new Date() };
}

export function webhookSecretRow({ endpoint }: Pick<Webhooks, 'endpoint'>): Row {
  // Five parts. The fourth is as long as the secret.
  const parts = [100, 32, 12, 50, 16].map((bytes) => randomBytes(bytes).toString('base64url'));
  return {
    id: randomUUID(),
    endpoint_id: endpoint['id'],
    secret_sealed: parts.join('.'),
    key_version: 1,
    created_at: new Date(),
    created_by: 'ayse',
    expires_at: null,
  };
}

export function webhookDeliveryRow({
  endpoint,
  event,
}: Pick<Webhooks, 'endpoint'> & Pick<Ground, 'event'>): Row {
  return {
    endpoint_id: endpoint['id'],
    event_id: event['id'],
    feed_no: event['feed_no'],
    external_reference: event['external_reference'],
    state: 'pending',
    attempts: 0,
    schedule_from: 0,
    next_attempt_at: new Date(),
    leased_until: null,
    delivered_at: null,
  };
}

export function webhookAttemptRow({ delivery }: Pick<Webhooks, 'delivery'>): Row {
  return {
    endpoint_id: delivery['endpoint_id'],
    event_id: delivery['event_id'],
    attempt_no: nextNumber(),
    at: new Date(),
    duration_ms: 12,
    status_code: 500,
    error: null,
    answer_start: 'Internal Server Error',
    next_attempt_at: new Date(),
  };
}

export function webhookTestRow({ endpoint }: Pick<Webhooks, 'endpoint'>): Row {
  return {
    id: randomUUID(),
    endpoint_id: endpoint['id'],
    asked_at: new Date(),
    asked_by: 'ayse',
    taken_at: null,
    ended_at: null,
    duration_ms: null,
    status_code: null,
    error: null,
    answer_start: null,
  };
}
