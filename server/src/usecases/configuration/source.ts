import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import { TooManyWaitingError } from '../../concurrency/concurrency-limit.ts';
import { TimeoutError, withTimeout } from '../../concurrency/timeout.ts';
import { isDatabaseAway } from '../../db/errors.ts';
import { readConfiguration, readPulse } from '../../db/read/partners/configuration.ts';
import type { Pulse } from '../../db/read/partners/configuration.ts';
import type { SealedSecrets } from '../../keys/sealed-secrets.ts';
import { createAssembler } from './assemble.ts';
import type { Configuration, ConfigurationView } from './model.ts';

export interface ConfigurationSource {
  /** The copy as it is, however old; undefined before the first read. */
  latest: () => ConfigurationView | undefined;
  /** Returns at once while the copy is fresh. Otherwise it reads first, which fails when the database can't be reached. */
  current(): Promise<ConfigurationView>;
  /**
   * The same for a request whose partner waits: while the database can't be reached, it waits for it until then. A failover takes seconds, and
   * a request that is cut off comes again. By the last copy it is decided who may wait: strangers would take the places of partners.
   */
  currentBy(deadlineMs: number, mayWait: (last: ConfigurationView) => boolean): Promise<ConfigurationView>;
  /** Reads once, then keeps the copy fresh until stopped. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Twice a second. This keeps account figures within the promised second, and a revoked key within its five seconds. */
const PULSE_EVERY_MS = 500;
const MAX_AGE_MS = 2_000;
/** Between two tries for requests that wait: the database is back for so long at most before they go on. */
const TRY_AGAIN_MS = 100;
/** Each holds a connection and its body. */
const MAX_WAITING = 4_000;

export function createConfigurationSource({
  pool,
  sealedSecrets,
  clock,
  log,
  maxWaiting = MAX_WAITING,
}: {
  pool: pg.Pool;
  sealedSecrets: SealedSecrets;
  clock: Clock;
  log: Logger;
  /** How many requests wait for a configuration that can't be read. */
  maxWaiting?: number;
}): ConfigurationSource {
  const assemble = createAssembler({ sealedSecrets, log });
  let view: ConfigurationView | undefined;
  let refreshing: Promise<ConfigurationView> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let waiting = 0;
  let untilRead: Promise<ConfigurationView> | undefined;

  async function read(): Promise<ConfigurationView> {
    // The age counts from before the query was sent, because the result may be that old.
    const askedAtMs = clock.monotonicMs();
    const pulse = await readPulse(pool);
    const configuration =
      view && isCurrent(view.configuration, pulse)
        ? view.configuration
        : await assemble(await readConfiguration(pool));
    view = { configuration, pulse, askedAtMs };
    return view;
  }

  async function refresh(): Promise<ConfigurationView> {
    refreshing ??= read().finally(() => {
      refreshing = undefined;
    });
    return await refreshing;
  }

  const isFresh = (): boolean => view !== undefined && clock.monotonicMs() - view.askedAtMs <= MAX_AGE_MS;

  /** One loop for all requests that wait. It ends with the last of them. */
  async function readForWaiting(): Promise<ConfigurationView> {
    for (;;) {
      try {
        return await refresh();
      } catch (error) {
        // A read that the database refuses is refused again.
        if (!isDatabaseAway(error)) throw error;
        log.warn({ err: error }, 'requests wait for the configuration');
        await sleep(TRY_AGAIN_MS);
        if (waiting === 0) throw error;
      }
    }
  }

  async function waitUntil(deadlineMs: number): Promise<ConfigurationView> {
    if (waiting >= maxWaiting) throw new TooManyWaitingError(`${maxWaiting} requests wait for it already.`);
    waiting += 1;
    untilRead ??= readForWaiting().finally(() => {
      untilRead = undefined;
    });
    // With nobody left to hear it.
    untilRead.catch(() => undefined);
    try {
      return await withTimeout(Math.max(0, deadlineMs - clock.monotonicMs()), untilRead, notInTime);
    } finally {
      waiting -= 1;
    }
  }

  function scheduleNext(): void {
    timer = setTimeout(() => {
      refresh()
        .catch((error: unknown) => log.warn({ err: error }, 'the configuration could not be read'))
        .finally(() => {
          if (timer) scheduleNext();
        });
    }, PULSE_EVERY_MS);
    timer.unref();
  }

  return {
    latest: () => view,
    async current() {
      return view !== undefined && isFresh() ? view : await refresh();
    },
    async currentBy(deadlineMs, mayWait) {
      if (view !== undefined && isFresh()) return view;
      return view === undefined || mayWait(view) ? await waitUntil(deadlineMs) : await refresh();
    },
    async start() {
      await refresh();
      scheduleNext();
    },
    async stop() {
      clearTimeout(timer);
      timer = undefined;
      await refreshing?.catch(() => undefined);
    },
  };
}

function notInTime(): TimeoutError {
  return new TimeoutError('The configuration could not be read in time.');
}

/** Nothing was changed since this copy was read, and no terms have begun. */
function isCurrent({ epoch, termsBegunAtMs }: Configuration, pulse: Pulse): boolean {
  return epoch === pulse.epoch && termsBegunAtMs === pulse.termsBegunAtMs;
}
