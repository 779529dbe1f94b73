/** The partner's server for webhooks: it takes each, and writes down that it came. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { isTestWebhook } from '@vezne/sdk';
import { verifyWebhook } from '@vezne/sdk/webhooks/verify';
import type { ClientLog, WebhookLine } from './client-log.ts';

export interface Receiver {
  /** Events that came, each once. */
  readonly received: ReadonlySet<string>;
  /** With this what comes is proven. */
  expectSecret(secret: string): void;
  close(): Promise<void>;
}

export async function startReceiver(
  log: ClientLog,
  { host, port }: { host: string; port: number },
): Promise<Receiver> {
  const received = new Set<string>();
  let secret = '';
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    const eventId = String(request.headers['x-svc-event-id']);
    received.add(eventId);
    log.note({ kind: 'webhook', at: Date.now(), eventId, ...readWebhook(request.headers, body, secret) });
    response.writeHead(200).end();
  };
  const server = createServer((request, response) => {
    // One that was cut off comes again.
    receive(request, response).catch(() => response.destroy());
  });
  await once(server.listen(port, host), 'listening');
  return {
    received,
    expectSecret(known) {
      secret = known;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function readWebhook(
  headers: IncomingHttpHeaders,
  body: Buffer,
  secret: string,
): Pick<WebhookLine, 'problem' | 'says'> {
  try {
    const webhook = verifyWebhook({ headers, body, secrets: secret });
    if (isTestWebhook(webhook)) return { problem: 'it is a test' };
    const { transactionId, event, externalReference: reference, playerAmountCents } = webhook;
    return { says: { transactionId, event, reference, playerAmountCents } };
  } catch (error) {
    return { problem: String(error) };
  }
}
