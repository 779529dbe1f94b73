import type { TestContext } from 'node:test';
import { createSender } from '../../../src/jobs/webhooks/sender.ts';
import type { Delivery, DeliveryResult } from '../../../src/jobs/webhooks/sender.ts';

export interface AwaitedSender {
  send: (delivery: Delivery) => Promise<DeliveryResult>;
}

/** A sender whose results can be awaited. It is closed with the test. */
export function openSender(t: TestContext, options: Parameters<typeof createSender>[0]): AwaitedSender {
  const sender = createSender(options);
  t.after(async () => await sender.close());
  return {
    send: async (delivery) => await new Promise((resolve) => sender.send(delivery, resolve)),
  };
}
