import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { createWebhookHandler } from '@vezne/sdk/webhooks/handler';
import type { WebhookHandler } from '@vezne/sdk/webhooks/handler';
import { memoryStore } from '@vezne/sdk/webhooks/store';
import { SECRET } from './sample-webhook.ts';

/** A shop that records the events it gets. An event named in `failing` fails the first time. */
export function aShop(): {
  handler: WebhookHandler;
  processed: string[];
  errors: Error[];
  failing: Set<string>;
} {
  const processed: string[] = [];
  const errors: Error[] = [];
  const failing = new Set<string>();
  const handler = createWebhookHandler({
    secrets: SECRET,
    store: memoryStore(),
    onError: (error) => void errors.push(error),
    onEvent: ({ eventId }) => {
      if (failing.delete(eventId)) throw new Error('the shop is closed');
      processed.push(eventId);
    },
  });
  return { handler, processed, errors, failing };
}

export async function serve(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
