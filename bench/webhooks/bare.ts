import { createSecretKey } from 'node:crypto';
import { Pool } from 'undici';
import type { Dispatcher } from 'undici';
import { webhookKey } from '@vezne/sdk/webhooks/secret';
import { webhookHeadersBy } from '@vezne/sdk/webhooks/signature';
import { createBareLog } from './bare-log.ts';
import { PER_ENDPOINT } from './messages.ts';
import type { BareInterface, BareWebhook } from './messages.ts';

/**
 * The minimum of a delivery: signed and sent, as many at a time as the service sends, without reading or writing a
 * database; `durable` writes what was sent.
 */
export async function sendBare(
  webhooks: readonly BareWebhook[],
  { by, databaseUrl }: { by: BareInterface; databaseUrl: string },
): Promise<void> {
  const send = by === 'request' ? sendByRequest : sendByDispatch;
  const log = by === 'durable' ? createBareLog(databaseUrl) : undefined;
  const byUrl = Map.groupBy(webhooks, ({ endpoint }) => endpoint.url);
  await Promise.all([...byUrl.values()].map(async (own) => await sendToOne(own, send, log?.add)));
  await log?.close();
}

type Send = (pool: Pool, request: Dispatcher.RequestOptions) => Promise<void>;

async function sendToOne(
  webhooks: readonly BareWebhook[],
  send: Send,
  onSent?: (id: string) => void,
): Promise<void> {
  const [first] = webhooks;
  if (!first) return;
  const { origin, pathname } = new URL(first.endpoint.url);
  const keys = [createSecretKey(webhookKey(first.endpoint.secret))];
  const pool = new Pool(origin, { connections: PER_ENDPOINT });
  let next = 0;
  const sendNext = async (): Promise<void> => {
    for (let one = webhooks[next++]; one; one = webhooks[next++]) {
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'Vezne-Webhooks/1',
        ...webhookHeadersBy(keys, one),
      };
      await send(pool, { path: pathname, method: 'POST', headers, body: one.body });
      onSent?.(one.id);
    }
  };
  await Promise.all(Array.from({ length: PER_ENDPOINT }, sendNext));
  await pool.close();
}

async function sendByRequest(pool: Pool, request: Dispatcher.RequestOptions): Promise<void> {
  const { body } = await pool.request(request);
  await body.dump();
}

async function sendByDispatch(pool: Pool, request: Dispatcher.RequestOptions): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => undefined,
      onResponseStart: () => undefined,
      onResponseData: () => undefined,
      onResponseEnd: () => resolve(),
      onResponseError: (_controller, error) => reject(error),
    };
    pool.dispatch(request, handler);
  });
}
