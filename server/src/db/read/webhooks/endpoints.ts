import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { EventType } from '@vezne/domain/transaction-state';
import type { Database } from '../../schema.ts';
import type { WebhookEndpointStatus } from '../../schema/webhooks.ts';
import { isUuid } from '../../uuid.ts';

export interface WebhookEndpointSettings {
  url: string;
  eventTypes: EventType[];
  status: WebhookEndpointStatus;
}

export interface WebhookEndpointRecord extends WebhookEndpointSettings {
  id: string;
  partnerId: string;
  createdAt: Date;
  createdBy: string;
}

/** A partner's endpoints, or all of them; oldest first. */
export async function listWebhookEndpoints(
  db: Kysely<Database>,
  partnerId?: string,
): Promise<WebhookEndpointRecord[]> {
  const all = selectEndpoints(db).orderBy('created_at').orderBy('id');
  return await (partnerId === undefined ? all : all.where('partner_id', '=', partnerId)).execute();
}

/** By id or address; several partners may use the same address. */
export async function findWebhookEndpoints(
  db: Kysely<Database>,
  idOrUrl: string,
): Promise<WebhookEndpointRecord[]> {
  return await selectEndpoints(db)
    .where(isUuid(idOrUrl) ? 'id' : 'url', '=', idOrUrl)
    .orderBy('id')
    .execute();
}

/**
 * Until the transaction ends, nobody else changes these endpoints, and no worker writes down what became of their deliveries. Locks
 * are taken in the order of ids, as workers do, so two transactions that lock several never wait for each other.
 */
export async function lockWebhookEndpoints(
  trx: Transaction<Database>,
  ids: readonly string[],
): Promise<WebhookEndpointRecord[]> {
  return await selectEndpoints(trx).where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute();
}

function selectEndpoints(db: Kysely<Database>) {
  return db
    .selectFrom('webhook_endpoint')
    .select([
      'id',
      'partner_id as partnerId',
      'url',
      'event_types as eventTypes',
      'status',
      'created_at as createdAt',
      'created_by as createdBy',
    ]);
}

/** A webhook secret without its value: nothing here reads or shows it. */
export interface WebhookSecretRecord {
  id: string;
  createdAt: Date;
  createdBy: string;
  expiresAt: Date | null;
  /** Not expired, by the database's clock. */
  isLive: boolean;
}

/** Newest first. */
export async function listWebhookSecrets(
  db: Kysely<Database>,
  endpointId: string,
): Promise<WebhookSecretRecord[]> {
  return await db
    .selectFrom('webhook_secret')
    .select([
      'id',
      'created_at as createdAt',
      'created_by as createdBy',
      'expires_at as expiresAt',
      sql<boolean>`expires_at is null or expires_at > now()`.as('isLive'),
    ])
    .where('endpoint_id', '=', endpointId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** How many events a partner has had, which is also the number of the last one. */
export async function readLastFeedNo(db: Kysely<Database>, partnerId: string): Promise<bigint> {
  const feed = await db
    .selectFrom('event_feed')
    .select('last_no as lastNo')
    .where('partner_id', '=', partnerId)
    .executeTakeFirstOrThrow();
  return feed.lastNo;
}
