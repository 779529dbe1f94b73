/** What changes while people look, read once for all of them. */
import type pg from 'pg';
import type { Logger } from 'pino';
import { createQueueListener } from '../../db/queue-channel.ts';
import type { QueueRing } from '../../db/queue-channel.ts';
import { readQueueCounts } from '../../db/read/desk/queue-counts.ts';
import type { QueueCounts } from '../../db/read/desk/queue-counts.ts';

/** Somebody who looks. */
export interface Viewer {
  onCounts(counts: QueueCounts): void;
  onChanged(changed: QueueRing): void;
  /** The process stops. */
  onStop(): void;
}

export interface LiveHub {
  /** How many look. */
  readonly viewers: number;
  /** Nobody begins to look. */
  readonly isStopping: boolean;
  /** Until the returned function is called. The counts come at once, or as soon as they are read. */
  add(viewer: Viewer): () => void;
  /** Nobody looks any more, and nobody begins to. */
  stop(): Promise<void>;
}

const COUNT_EVERY_MS = 1_000;
const TIMEOUT_MS = 5_000;

export function createLiveHub({
  pool,
  databaseUrl,
  expectedStandbys,
  log,
  countEveryMs = COUNT_EVERY_MS,
}: {
  pool: pg.Pool;
  databaseUrl: string;
  expectedStandbys?: number;
  log: Logger;
  countEveryMs?: number;
}): LiveHub {
  const viewers = new Set<Viewer>();
  let isStopping = false;
  let stopped: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let reading: Promise<void> | undefined;
  /** Of the last reading, while somebody looks. */
  let counts: QueueCounts | undefined;
  const listener = createQueueListener({
    databaseUrl,
    expectedStandbys,
    log,
    onRing: ({ ids, all }) => {
      for (const viewer of viewers) viewer.onChanged({ ids, all });
    },
  });

  async function read(): Promise<void> {
    try {
      const now = await readQueueCounts(pool, { timeoutMs: TIMEOUT_MS });
      // Whoever looks next must not be shown these as the newest.
      if (viewers.size === 0) return;
      const isSame = JSON.stringify(now) === JSON.stringify(counts);
      counts = now;
      if (!isSame) for (const viewer of viewers) viewer.onCounts(now);
    } catch (error) {
      log.warn({ err: error }, 'what waits could not be counted');
    }
  }

  /** A slow database is asked again only when it has answered. */
  function readOnce(): void {
    reading ??= read().finally(() => {
      reading = undefined;
    });
  }

  function rest(): void {
    clearInterval(timer);
    timer = undefined;
    counts = undefined;
  }

  async function stop(): Promise<void> {
    isStopping = true;
    rest();
    for (const viewer of viewers) viewer.onStop();
    viewers.clear();
    await listener.stop();
    await reading;
  }

  return {
    get viewers() {
      return viewers.size;
    },
    get isStopping() {
      return isStopping;
    },
    add(viewer) {
      viewers.add(viewer);
      listener.start();
      if (counts !== undefined) viewer.onCounts(counts);
      if (timer === undefined) {
        timer = setInterval(readOnce, countEveryMs);
        readOnce();
      }
      return () => {
        viewers.delete(viewer);
        if (viewers.size === 0) rest();
      };
    },
    async stop() {
      stopped ??= stop();
      await stopped;
    },
  };
}
