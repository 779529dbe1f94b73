import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { listenToEvents } from '../../db/event-channel.ts';
import type { EventListener } from '../../db/event-channel.ts';

/** A database that is away is asked again after this. Meanwhile the loop looks by itself. */
const RECONNECT_AFTER_MS = 1_000;

/** Keeps listening for events, over as many connections as it takes. */
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
        // Asked to stop while it was connecting: nobody else would end this connection, and the stop would wait for ever.
        if (stopping.signal.aborted) await listener.stop();
        // What was told while nobody listened.
        onNotification();
        await listener.lost;
      } catch (error) {
        log.warn({ err: error }, 'events can not be listened for');
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
