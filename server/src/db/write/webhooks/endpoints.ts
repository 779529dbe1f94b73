import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { EventType } from '@vezne/domain/transaction-state';
import type { WebhookEndpointSettings } from '../../read/webhooks/endpoints.ts';
import type { Database } from '../../schema.ts';

/** The index that prevents a partner from using one address twice. */
export const WEBHOOK_ENDPOINT_URL_KEY = 'webhook_endpoint_url_key';

export interface NewWebhookEndpoint {
  id: string;
  partnerId: string;
  url: string;
  eventTypes: EventType[];
  /** It gets the events after this one. */
  lastFeedNo: bigint;
  createdBy: string;
}

export async function insertWebhookEndpoint(
  trx: Transaction<Database>,
  endpoint: NewWebhookEndpoint,
): Promise<void> {
  await trx
    .insertInto('webhook_endpoint')
    .values({
      id: endpoint.id,
      partner_id: endpoint.partnerId,
      url: endpoint.url,
      event_types: endpoint.eventTypes,
      last_feed_no: endpoint.lastFeedNo,
      created_by: endpoint.createdBy,
    })
    .execute();
}

export async function updateWebhookEndpoint(
  trx: Transaction<Database>,
  id: string,
  { url, eventTypes, status }: WebhookEndpointSettings,
): Promise<void> {
  await trx
    .updateTable('webhook_endpoint')
    .set({ url, event_types: eventTypes, status })
    .where('id', '=', id)
    .execute();
}

export interface NewWebhookSecret {
  id: string;
  endpointId: string;
  secretSealed: string;
  keyVersion: number;
  createdBy: string;
}

export async function insertWebhookSecret(
  trx: Transaction<Database>,
  secret: NewWebhookSecret,
): Promise<void> {
  await trx
    .insertInto('webhook_secret')
    .values({
      id: secret.id,
      endpoint_id: secret.endpointId,
      secret_sealed: secret.secretSealed,
      key_version: secret.keyVersion,
      // When two rotations run at once, the one that waited for the other is the newer, although it began first.
      created_at: sql<Date>`clock_timestamp()`,
      created_by: secret.createdBy,
    })
    .execute();
}

/** Ends secrets after this many hours; 0 ends them at once. A secret that already ends sooner keeps its end. */
export async function expireWebhookSecrets(
  trx: Transaction<Database>,
  { ids, afterHours }: { ids: readonly string[]; afterHours: number },
): Promise<void> {
  if (ids.length === 0) return;
  const end = sql<Date>`now() + make_interval(hours => ${afterHours})`;
  await trx
    .updateTable('webhook_secret')
    .set({ expires_at: end })
    .where('id', 'in', ids)
    .where(({ eb }) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', end)]))
    .execute();
}
