import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

const UNAVAILABLE = readFileSync(new URL('../../deploy/proxy/unavailable.html', import.meta.url));

/** A form as it arrived. */
export interface ArrivedForm {
  path: string;
  bytes: number;
  /** From its first byte to its last. */
  uploadMs: number;
}

export interface CountingServer {
  url: string;
  /** Every form that reached the service, in order. */
  forms: ArrivedForm[];
  /** The proxy answers by itself with its own page, as ours do while the service is away. */
  setAway: (isAway: boolean) => void;
}

/** Stands before the service and counts what really arrives. A browser also counts requests that never left it. */
export async function startCountingServer(t: TestContext, service: string): Promise<CountingServer> {
  const forms: ArrivedForm[] = [];
  let isAway = false;
  const server = createServer((incoming, response) => {
    if (isAway) {
      response.writeHead(503, { 'content-type': 'text/html; charset=utf-8' }).end(UNAVAILABLE);
      return;
    }
    const { method = 'GET', url = '/', headers } = incoming;
    const startMs = performance.now();
    let bytes = 0;
    incoming.on('data', (piece: Buffer) => (bytes += piece.length));
    incoming.once('end', () => {
      if (method === 'POST') forms.push({ path: url, bytes, uploadMs: performance.now() - startMs });
    });
    const onward = ask(service + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.once('error', () => response.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forms,
    setAway: (away) => void (isAway = away),
  };
}
