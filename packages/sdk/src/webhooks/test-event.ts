import type { PartnerEvent } from '../types.ts';

/** The kind of the event that tests an endpoint. It is about no transaction, and no feed has it. */
export const TEST_EVENT = 'webhook.test';

/** A webhook that tests your endpoint. Of the fields of an event it has only three, so there is nothing to find and nothing to credit. */
export type WebhookTest = {
  event: typeof TEST_EVENT;
  eventId: string;
  /** For whoever reads it. */
  message: string;
  /** UTC, such as 2026-11-15T09:30:00.000Z. */
  occurredAt: string;
} & { [Field in Exclude<keyof PartnerEvent, 'event' | 'eventId' | 'occurredAt'>]?: undefined };

/**
 * Whether a verified webhook only tests your endpoint: answer 200 and do nothing. It has an `event`, an `eventId`, a `message` and
 * `occurredAt`, and no other field. `createWebhookHandler` answers it by itself; this is for those who call `verifyWebhook`.
 */
export function isTestWebhook(webhook: { event: string }): webhook is WebhookTest {
  return webhook.event === TEST_EVENT;
}
