/** Where events go, and how they arrived. */
import type { Generated } from 'kysely';
import type { EventType } from '@vezne/domain/transaction-state';
import type { NullableTimestamp, Timestamp } from './column-types.ts';

export type WebhookEndpointStatus = 'active' | 'paused' | 'disabled';
export type WebhookDeliveryState = 'pending' | 'delivered' | 'parked';

export interface WebhookEndpointTable {
  id: string;
  partner_id: string;
  url: string;
  event_types: EventType[];
  status: Generated<WebhookEndpointStatus>;
  last_feed_no: bigint;
  created_at: Timestamp;
  created_by: string;
  owner_id: string | null;
  claim_no: Generated<bigint>;
}

export interface WebhookSecretTable {
  id: string;
  endpoint_id: string;
  secret_sealed: string;
  key_version: number;
  created_at: Timestamp;
  created_by: string;
  expires_at: NullableTimestamp;
}

export interface WebhookDeliveryTable {
  endpoint_id: string;
  event_id: string;
  feed_no: bigint;
  external_reference: string;
  state: Generated<WebhookDeliveryState>;
  attempts: Generated<number>;
  schedule_from: Generated<number>;
  next_attempt_at: Timestamp;
  leased_until: NullableTimestamp;
  delivered_at: NullableTimestamp;
}

export interface WebhookAttemptTable {
  endpoint_id: string;
  event_id: string;
  attempt_no: number;
  at: Timestamp;
  duration_ms: number;
  status_code: number | null;
  error: string | null;
  answer_start: string | null;
  next_attempt_at: NullableTimestamp;
}

export interface WebhookTestTable {
  id: string;
  endpoint_id: string;
  asked_at: Timestamp;
  asked_by: string;
  taken_at: NullableTimestamp;
  ended_at: NullableTimestamp;
  duration_ms: number | null;
  status_code: number | null;
  error: string | null;
  answer_start: string | null;
}

/** The processes that are alive by their own word. */
export interface LivingProcessTable {
  id: string;
  kind: 'worker';
  started_at: Timestamp;
  alive_until: Timestamp;
  takes_more: Generated<boolean>;
}
