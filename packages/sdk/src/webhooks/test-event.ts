/** The kind of the event that tests an endpoint. It is about no transaction, and no feed has it. */
export const TEST_EVENT = 'webhook.test';

/**
 * Whether a verified webhook only tests your endpoint: answer 200 and do nothing. It has an `event`, an `eventId`, a `message` and
 * `occurredAt`, and no other field. `createWebhookHandler` answers it by itself; this is for those who call `verifyWebhook`.
 */
export function isTestWebhook({ event }: { event: string }): boolean {
  return event === TEST_EVENT;
}
