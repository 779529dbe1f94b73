/** The shop's end of the wire: a real HTTP server that keeps what the worker sends, as it came. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { SECRET } from '../../examples/shop/test/world.ts';
import type { World } from '../../examples/shop/test/world.ts';
import { insertEndpoint, insertEndpointSecret } from '../../server/test/harness/webhook-endpoints.ts';

/** A webhook takes milliseconds. A failed first attempt is repeated after five seconds. */
export const TOLD_WITHIN_MS = 10_000;

export interface Received {
  body: string;
  headers: Record<string, string>;
}

/** Takes the webhooks over HTTP, keeps them as they came, and hands them on to the shop. */
export async function receiveForShop(t: TestContext, { desk, shopUrl }: World): Promise<Received[]> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      const body = Buffer.concat(pieces).toString('utf8');
      const headers = Object.fromEntries(
        Object.entries(request.headers).filter(([name]) => name.startsWith('webhook-')),
      ) as Record<string, string>;
      const answer = await fetch(`${shopUrl()}/webhooks/vezne`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      });
      received.push({ body, headers });
      response.writeHead(answer.status).end(await answer.text());
    })();
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const endpoint = await insertEndpoint(desk.owner, { partnerId: desk.partner.id, url });
  await insertEndpointSecret(desk.owner, endpoint.id, SECRET);
  return received;
}
