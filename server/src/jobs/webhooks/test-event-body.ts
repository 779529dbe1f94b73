import { TEST_EVENT } from '@vezne/sdk/webhooks/test-event';

/**
 * The event that tests an endpoint. It has none of the fields by which a receiver finds a payment and credits it: a receiver that takes it
 * for a deposit has nothing to credit.
 */
export function testEventBody({ eventId, occurredAt }: { eventId: string; occurredAt: Date }): string {
  return JSON.stringify({
    event: TEST_EVENT,
    eventId,
    message: 'This tests your endpoint. It is about no transaction: answer 200, and credit nothing.',
    occurredAt: occurredAt.toISOString(),
  });
}
