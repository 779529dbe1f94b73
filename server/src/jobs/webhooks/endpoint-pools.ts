import { Pool } from 'undici';
import type { buildConnector } from 'undici';

export interface EndpointConnections {
  readonly pool: Pool;
  readonly origin: string;
  /** Path and query, as sent. */
  readonly path: string;
}

export interface EndpointPools {
  /** Undefined: not a valid address. */
  of: (url: string) => EndpointConnections | undefined;
  close: () => Promise<void>;
}

/**
 * How long idle connections are kept, unless the receiver names its own time. Apache and Node close after 5 s. An event
 * that is sent while the receiver closes is lost until its retry.
 */
const KEEP_ALIVE_MS = 4_000;

/**
 * Connections for each endpoint, by its whole address. Undici's Agent shares them by origin: then one hanging endpoint at a
 * hosting service would use up the connections of every other partner's endpoint there.
 */
export function createEndpointPools({
  connect,
  maxConnectionsPerEndpoint,
}: {
  connect: buildConnector.connector;
  maxConnectionsPerEndpoint: number;
}): EndpointPools {
  const byUrl = new Map<string, EndpointConnections>();

  function open(url: string): EndpointConnections | undefined {
    const parsed = URL.parse(url);
    if (parsed === null || !['http:', 'https:'].includes(parsed.protocol)) return undefined;
    const pool = new Pool(parsed.origin, {
      connect,
      connections: maxConnectionsPerEndpoint,
      allowH2: false,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // The sender limits the whole delivery with its own timer.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const forgetIfUnused = (): void => {
      const { connected, size } = pool.stats;
      if (connected > 0 || size > 0 || byUrl.get(url)?.pool !== pool) return;
      byUrl.delete(url);
      void pool.close();
    };
    pool.on('disconnect', forgetIfUnused).on('connectionError', forgetIfUnused);
    return { pool, origin: parsed.origin, path: parsed.pathname + parsed.search };
  }

  return {
    of(url) {
      const known = byUrl.get(url);
      if (known !== undefined) return known;
      const opened = open(url);
      if (opened !== undefined) byUrl.set(url, opened);
      return opened;
    },
    async close() {
      const pools = [...byUrl.values()];
      byUrl.clear();
      await Promise.all(pools.map(async ({ pool }) => await pool.destroy()));
    },
  };
}
