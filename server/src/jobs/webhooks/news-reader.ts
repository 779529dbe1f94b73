import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { readUndelivered } from '../../db/read/webhooks/undelivered-events.ts';
import type { StatementOptions } from '../../db/statement.ts';
import type { OwnedEndpoint } from './owned-endpoint.ts';
import type { OwnedEndpoints } from './owned-endpoints.ts';
import { createWakeSignal } from './wake-signal.ts';

export interface NewsReader {
  /** There is room for more of this endpoint. */
  wake(endpoint: OwnedEndpoint): void;
  /** There may be more to read of any. */
  wakeAll(): void;
  start(): void;
  stop(): Promise<void>;
}

/** Without a wake-up: one may get lost. */
const LOOK_EVERY_MS = 500;
const PAUSE_AFTER_ERROR_MS = 500;

/**
 * Reads the events of owned endpoints ahead. It does nothing else, so that an event which was announced waits for no other statement;
 * and endpoints with a backlog are read apart from those without, so that it doesn't wait for their many events either.
 */
export function createNewsReader({
  pool,
  log,
  owned,
  beginRead,
  onRead,
  options,
}: {
  pool: pg.Pool;
  log: Logger;
  owned: Pick<OwnedEndpoints, 'all'>;
  /** Returns the number of the read that begins now. */
  beginRead: () => number;
  /** `hasMoved`: its position did, past what it did not ask for. */
  onRead: (endpoint: OwnedEndpoint, read: { hasMoved: boolean }) => void;
  options: StatementOptions;
}): NewsReader {
  const lanes = [createLane({ hasBacklog: false }), createLane({ hasBacklog: true })];
  const stopping = new AbortController();
  let running: Promise<unknown> | undefined;

  function createLane({ hasBacklog }: { hasBacklog: boolean }) {
    const signal = createWakeSignal();
    const toRead = () =>
      [...owned.all()].flatMap((endpoint) => {
        if (endpoint.hasBacklog !== hasBacklog) return [];
        const { room } = endpoint;
        return room > 0 ? [{ endpoint, room }] : [];
      });
    return { hasBacklog, signal, toRead };
  }

  async function read(reading: readonly { endpoint: OwnedEndpoint; room: number }[]): Promise<void> {
    const from = reading.map(({ endpoint, room }) => ({
      endpointId: endpoint.id,
      aboveFeedNo: endpoint.readUpTo,
      room,
    }));
    for (const { endpoint } of reading) endpoint.beginRead();
    const readNo = beginRead();
    try {
      const byPlace = Map.groupBy(await readUndelivered(pool, from, options), ({ place }) => place);
      for (const [place, { endpoint, room }] of reading.entries()) {
        const before = endpoint.position;
        endpoint.take(byPlace.get(place) ?? [], { readNo, room });
        onRead(endpoint, { hasMoved: endpoint.position > before });
      }
    } catch (error) {
      for (const { endpoint } of reading) endpoint.failRead();
      throw error;
    }
  }

  async function run({ signal, toRead }: (typeof lanes)[number]): Promise<void> {
    while (!stopping.signal.aborted) {
      signal.reset();
      try {
        const reading = toRead();
        if (reading.length > 0) await read(reading);
        await signal.woken(LOOK_EVERY_MS);
      } catch (error) {
        log.error({ err: error }, 'events could not be read; trying again in a moment');
        await sleep(PAUSE_AFTER_ERROR_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  const wakeAll = (): void => {
    for (const { signal } of lanes) signal.wake();
  };
  return {
    wake(endpoint) {
      for (const { signal, hasBacklog } of lanes) if (endpoint.hasBacklog === hasBacklog) signal.wake();
    },
    wakeAll,
    start() {
      running = Promise.all(lanes.map(run));
    },
    async stop() {
      stopping.abort();
      wakeAll();
      await running;
    },
  };
}
