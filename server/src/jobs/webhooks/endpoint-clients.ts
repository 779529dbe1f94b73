import { Client } from 'undici';
import type { buildConnector } from 'undici';

/** The connections of an endpoint. */
export interface EndpointClients {
  readonly origin: string;
  /** Path and query, as sent. */
  readonly path: string;
  /** A client with nothing to do: a new one if all are busy. */
  take: () => Client;
  /** Its request is over. */
  give: (client: Client) => void;
}

export interface ClientsByUrl {
  /** Undefined: not a valid address. */
  of: (url: string) => EndpointClients | undefined;
  close: () => Promise<void>;
}

/**
 * How long idle connections are kept, unless the receiver names its own time. Apache and Node close after 5 s. An event
 * that is sent while the receiver closes is lost until its retry.
 */
const KEEP_ALIVE_MS = 4_000;

/**
 * Connections for each endpoint, by its whole address. Undici's Agent shares them by origin: then one hanging endpoint at a
 * hosting service would use up the connections of every other partner's endpoint there. A client for each connection and a list of
 * free ones do less for a delivery than undici's Pool, which looks for a free one each time. The caller limits how
 * many it takes.
 */
export function createClientsByUrl(connect: buildConnector.connector): ClientsByUrl {
  const byUrl = new Map<string, EndpointClients>();
  const all = new Set<Client>();
  const connected = new Set<Client>();

  function open(url: string): EndpointClients | undefined {
    const parsed = URL.parse(url);
    if (parsed === null || !['http:', 'https:'].includes(parsed.protocol)) return undefined;
    const { origin } = parsed;
    /** The one that was used last is taken first, so that the others come to the end of their time. */
    const free: Client[] = [];
    let taken = 0;
    const endpoint = {
      origin,
      path: parsed.pathname + parsed.search,
      take: () => {
        taken += 1;
        return free.pop() ?? connectNew();
      },
      give: (client: Client) => {
        taken -= 1;
        if (connected.has(client)) free.push(client);
        // It failed to connect, or its time ran out before. The next delivery would wait for that same connection.
        else drop(client);
      },
    };

    function connectNew(): Client {
      const client = new Client(origin, {
        connect,
        pipelining: 1,
        allowH2: false,
        keepAliveTimeout: KEEP_ALIVE_MS,
        // The sender limits the whole delivery with its own timer.
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      all.add(client);
      client
        .on('connect', () => connected.add(client))
        .on('disconnect', () => {
          connected.delete(client);
          const place = free.indexOf(client);
          // A busy one connects again by itself.
          if (place === -1) return;
          free.splice(place, 1);
          drop(client);
        });
      return client;
    }

    function drop(client: Client): void {
      all.delete(client);
      void client.destroy();
      if (taken === 0 && free.length === 0 && byUrl.get(url) === endpoint) byUrl.delete(url);
    }

    return endpoint;
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
      byUrl.clear();
      connected.clear();
      await Promise.all([...all].map(async (client) => await client.destroy()));
      all.clear();
    },
  };
}
