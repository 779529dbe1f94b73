import { z } from 'zod';

/** What tests an endpoint. It is no event of a transaction: neither the feed nor a subscription knows it. */
export const TEST_EVENT_NAME = 'webhook.test';

export const testEvent = z.object({
  event: z.literal(TEST_EVENT_NAME).meta({ description: 'Always the same.' }),
  eventId: z.string().startsWith('evt_').meta({
    description: 'Our identifier of this test. No event of a transaction has it.',
  }),
  message: z.string().meta({ description: 'For the person who reads the log of the receiver.' }),
  occurredAt: z.iso.datetime().meta({ description: 'When the test was asked for, UTC.' }),
});

export type TestEvent = z.infer<typeof testEvent>;
