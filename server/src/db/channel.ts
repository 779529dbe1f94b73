/** Hearing what other processes announce. An announcement may get lost: whoever listens also looks by itself. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { withTimeout } from '../concurrency/timeout.ts';
import { ProvenClient } from './proven-client.ts';

const HEARTBEAT_MS = 10_000;
/** How long to wait before the next connection to a database that is away. */
const RECONNECT_AFTER_MS = 1_000;
/** A statement that only notes a name takes milliseconds. Whoever stops meanwhile waits for it. */
const LISTENS_WITHIN_MS = 5_000;
/** PostgreSQL hangs up at once when it is told goodbye. */
const CLOSED_WITHIN_MS = 2_000;

interface Listening {
  /** Resolves when the connection is lost. */
  readonly lost: Promise<void>;
  stop(): Promise<void>;
}

interface Channel {
  url: string;
  expectedStandbys?: number | undefined;
  channel: string;
  applicationName: string;
  onMessage: (payload: string | undefined) => void;
}

/** A peer that is gone without a word never hangs up, and whoever stops would wait for it without an end. */
async function close(client: ProvenClient): Promise<void> {
  await withTimeout(CLOSED_WITHIN_MS, client.end()).catch(() => client.connection.stream.destroy());
}

/** Listens on its own connection, once. */
async function listenOnce({
  url,
  expectedStandbys,
  channel,
  applicationName,
  onMessage,
}: Channel): Promise<Listening> {
  const client = new ProvenClient({
    connectionString: url,
    expectedStandbys,
    application_name: applicationName,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  const { promise: lost, resolve: isSilent } = Promise.withResolvers<void>();
  client.on('error', () => isSilent());
  client.on('end', () => isSilent());
  client.on('notification', ({ payload }) => onMessage(payload));
  await client.connect();
  await withTimeout(LISTENS_WITHIN_MS, client.query(`listen ${channel}`)).catch(async (error: unknown) => {
    await close(client);
    throw error;
  });
  // A connection that was cut silently looks like one on which nothing happens. Only a query shows the difference.
  const heartbeat = setInterval(() => {
    withTimeout(HEARTBEAT_MS, client.query('select 1')).catch(() => {
      clearInterval(heartbeat);
      void close(client);
      isSilent();
    });
  }, HEARTBEAT_MS);
  return {
    lost,
    async stop() {
      clearInterval(heartbeat);
      await close(client);
    },
  };
}

export interface ChannelListener {
  start(): void;
  stop(): Promise<void>;
}

/** Keeps listening, and connects again as often as needed. `undefined` is told after each connection: something may have been missed. */
export function createChannelListener({ log, ...channel }: Channel & { log: Logger }): ChannelListener {
  let listener: Listening | undefined;
  const stopping = new AbortController();
  let running: Promise<void> | undefined;

  /** Every role may announce anything. Whatever goes wrong with it must not end the process. */
  function onMessage(payload: string | undefined): void {
    try {
      channel.onMessage(payload);
    } catch (error) {
      log.error({ err: error, channel: channel.channel }, 'an announcement could not be heard');
    }
  }

  async function keepListening(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        listener = await listenOnce({ ...channel, onMessage });
        // Whoever stops while this connects could not close what was not there yet, and would wait for ever.
        if (stopping.signal.aborted) await listener.stop();
        else onMessage(undefined);
        await listener.lost;
      } catch (error) {
        log.warn({ err: error, channel: channel.channel }, 'cannot listen to the database');
      }
      await sleep(RECONNECT_AFTER_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  return {
    start() {
      running ??= keepListening();
    },
    async stop() {
      stopping.abort();
      await listener?.stop();
      await running;
    },
  };
}
