import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { listenToEvents } from '../../db/event-channel.ts';
import type { EventListener } from '../../db/event-channel.ts';

/** How long to wait before the next connection to a database that is away. Until then the loop polls. */
const RECONNECT_AFTER_MS = 1_000;

/** Keeps listening for event notifications, and reconnects as often as needed. */
export function createEventListener({
  databaseUrl,
  log,
  onNotification,
}: {
  databaseUrl: string;
  log: Logger;
  onNotification: () => void;
}): {
  start(): void;
  stop(): Promise<void>;
} {
  let listener: EventListener | undefined;
  const stopping = new AbortController();
  let running: Promise<void> | undefined;

  async function keepListening(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        listener = await listenToEvents(databaseUrl, onNotification);
        // stop() was called while this was connecting. Nothing else would close this connection, and stop() would wait for
        // ever.
        if (stopping.signal.aborted) await listener.stop();
        // Events may have come while there was no connection.
        onNotification();
        await listener.lost;
      } catch (error) {
        log.warn({ err: error }, 'cannot listen for events');
      }
      await sleep(RECONNECT_AFTER_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  return {
    start() {
      running = keepListening();
    },
    async stop() {
      stopping.abort();
      await listener?.stop();
      await running;
    },
  };
}
