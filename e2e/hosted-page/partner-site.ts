import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

export interface PartnerSite {
  returnUrl: string;
  /** The query parameters of every player who came back, in order. */
  arrivals: Record<string, string>[];
}

/** The site that players come from and return to. */
export async function startPartnerSite(t: TestContext): Promise<PartnerSite> {
  const arrivals: PartnerSite['arrivals'] = [];
  const server = createServer(({ url = '/' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://site');
    if (pathname === '/return') arrivals.push(Object.fromEntries(searchParams));
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Shop</title><h1>Back</h1>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { returnUrl: `http://127.0.0.1:${port}/return?order=7`, arrivals };
}
