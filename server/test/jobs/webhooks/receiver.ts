import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import type { TestContext } from 'node:test';
import { makeCertificate } from '../../harness/certificate.ts';

export interface Receiver {
  url: string;
  port: number;
  /** How many connections have been made to it. */
  connections: () => number;
}

/** A partner's server on http. */
export async function startReceiver(t: TestContext, answer: RequestListener): Promise<Receiver> {
  const server = createServer(answer);
  t.after(() => server.closeAllConnections());
  return await listening(t, server, 'http');
}

/** A partner's server on https, with a self-signed certificate for one name. */
export async function startSecureReceiver(
  t: TestContext,
  answer: RequestListener,
  { name }: { name: string },
): Promise<Receiver & { certificate: string }> {
  const { key, certificate } = await makeCertificate(name);
  const server = createSecureServer({ key, cert: certificate }, answer);
  t.after(() => server.closeAllConnections());
  return { ...(await listening(t, server, 'https')), certificate };
}

async function listening(t: TestContext, server: Server, scheme: string): Promise<Receiver> {
  let connections = 0;
  server.on('connection', () => (connections += 1));
  server.listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `${scheme}://127.0.0.1:${port}/hooks?from=vezne`, port, connections: () => connections };
}
