import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectionLimits, limitConnections } from '../../../src/http/server/connection-limits.ts';
import type { ConnectionLimits } from '../../../src/http/server/connection-limits.ts';
import type { Connections } from '../../../src/http/server/connections.ts';
import type { CutReason } from '../../../src/http/server/cut-log.ts';
import { readBeforeClosing } from '../../../src/http/server/read-before-closing.ts';
import { createTrustedProxies } from '../../../src/http/server/trusted-proxies.ts';

/** More than loopback takes in before a client reads. */
export const LONG_ANSWER = Buffer.alloc(16 * 1024 * 1024, 'x');

export interface LimitedServer {
  server: Server;
  connections: Connections;
  cut: { reason: CutReason; network: string }[];
  /** A connection from an address of this machine. */
  open: (from?: string) => Promise<TestClient>;
}

export interface TestClient {
  socket: Socket;
  request: (path: string) => void;
  /** How many answers have arrived. */
  answers: () => number;
  isOpen: () => boolean;
}

/**
 * A server with limits: `/` answers at once, `/long` with much, `/slow` after 400 ms, `/body` after the body, `/never` not at all. Its clients come from any address in 127.0.0.0/8.
 */
export async function startLimitedServer(
  t: TestContext,
  changes: Partial<ConnectionLimits> & { trustedProxies?: string[] } = {},
): Promise<LimitedServer> {
  const { trustedProxies = [], ...limits } = changes;
  const server = createServer((request, response) => {
    if (request.socket.destroyed) return;
    if (request.url === '/long') response.end(LONG_ANSWER);
    else if (request.url === '/never') request.resume();
    else if (request.url === '/body') request.resume().on('end', () => response.end('answered'));
    else if (request.url === '/slow') setTimeout(() => response.end('answered'), 400);
    else response.end('answered');
  });
  readBeforeClosing(server);
  const cut: LimitedServer['cut'] = [];
  const connections = limitConnections(server, {
    limits: { ...connectionLimits(1_000), lookEveryMs: 20, ...limits },
    isTrustedPeer: createTrustedProxies(trustedProxies).isTrusted,
    cutLog: { count: (reason, network) => cut.push({ reason, network }), write: () => undefined },
  });
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    server,
    connections,
    cut,
    open: async (from = '127.0.0.1') => {
      const client = openClient(t, port, from);
      await once(client.socket, 'connect');
      // Until the server has seen it.
      await sleep(10);
      return client;
    },
  };
}

function openClient(t: TestContext, port: number, from: string): TestClient {
  const socket = connect({ host: '127.0.0.1', port, localAddress: from });
  t.after(() => socket.destroy());
  let answers = 0;
  let isOpen = true;
  socket.on('data', (chunk: Buffer) => {
    answers += chunk.toString('latin1').split('HTTP/1.1 200').length - 1;
  });
  // A reset is how a cut looks from outside.
  socket.on('error', () => undefined);
  for (const event of ['end', 'close']) socket.on(event, () => (isOpen = false));
  return {
    socket,
    request: (path) => socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`),
    answers: () => answers,
    isOpen: () => isOpen,
  };
}
