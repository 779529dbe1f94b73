import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import type { TestContext } from 'node:test';

export interface ForbiddenNetwork {
  port: number;
  /** How many connections have reached it, on all of its addresses. */
  connections: () => number;
}

/** Stands for the inside of our network: one port on several addresses of this machine, which no delivery may reach. */
export async function startForbiddenNetwork(t: TestContext): Promise<ForbiddenNetwork> {
  let connections = 0;
  const listen = async (host: string, port: number): Promise<Server> => {
    const server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    }).listen(port, host);
    t.after(() => server.close());
    await once(server, 'listening');
    return server;
  };
  const { port } = (await listen('127.0.0.1', 0)).address() as AddressInfo;
  await listen('127.0.0.2', port);
  await listen('::1', port);
  return { port, connections: () => connections };
}
