import { once } from 'node:events';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A scraper asks every few seconds on one connection, and there are one or two. */
const MAX_CONNECTIONS = 16;
const REQUEST_WITHIN_MS = 5_000;
/** Longer than Prometheus waits between two questions, unless somebody told it to. */
const IDLE_MS = 70_000;

export interface MetricsServer {
  url: string;
  stop(): Promise<void>;
}

/**
 * Answers GET /metrics, on a port of its own: the port that partners reach must not tell what goes on inside. It is as small as a server
 * can be, because whoever reaches it should find nothing else.
 */
export async function startMetricsServer({
  host,
  port,
  contentType,
  text,
}: {
  host: string;
  port: number;
  contentType: string;
  text: () => Promise<string>;
}): Promise<MetricsServer> {
  let underWay: Promise<string> | undefined;
  /** Those who ask together share an answer. */
  const shared = async (): Promise<string> =>
    await (underWay ??= text().finally(() => {
      underWay = undefined;
    }));
  const server = createServer(
    {
      headersTimeout: REQUEST_WITHIN_MS,
      requestTimeout: REQUEST_WITHIN_MS,
      keepAliveTimeout: IDLE_MS,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 8 * 1_024,
    },
    (request, response) => {
      // No body is expected; one that comes is not read.
      if (request.url !== '/metrics') refuse(response, 404);
      else if (request.method !== 'GET') refuse(response.setHeader('allow', 'GET'), 405);
      else
        void shared().then(
          (body) =>
            response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(body),
          () => refuse(response, 500),
        );
    },
  );
  server.maxConnections = MAX_CONNECTIONS;
  server.listen({ host, port });
  await once(server, 'listening');
  const { port: actualPort } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}/metrics`,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { connection: 'close', 'content-length': 0 }).end();
}
