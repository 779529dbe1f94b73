import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { readDueExceptions } from '../../db/read/webhooks/due-exceptions.ts';
import type { LivingProcess } from '../living-process.ts';
import type { Deliver } from './delivery.ts';
import type { LiveEndpoints } from './live-endpoints.ts';
import type { OutgoingEvent, OwnedEndpoint } from './owned-endpoint.ts';
import { createNewsReader } from './news-reader.ts';
import { createOwnedEndpoints } from './owned-endpoints.ts';
import { createSettlement } from './settlement.ts';
import { createWakeSignal } from './wake-signal.ts';

export interface DeliveryLoop {
  /** There may be new work: look at once. */
  wake(): void;
  start(): void;
  /** Starts nothing new, waits for deliveries in flight, and lets others have the endpoints. */
  stop(): Promise<void>;
}

const STATEMENT_TIMEOUT_MS = 10_000;
/** No notification announces a due retry. Retries are seconds to hours apart, so this is soon enough. */
const POLL_EVERY_MS = 500;
/** Every notification may mean an endpoint that nobody owns. Asking for each would cost more than the deliveries. */
const CLAIM_EVERY_MS = 50;
/** While a worker stops. */
const HAND_OVER_EVERY_MS = 20;
/** After a database error. */
const PAUSE_AFTER_ERROR_MS = 500;

/**
 * Owns endpoints, reads their events ahead, and sends them with a limited number of places for each: a hanging endpoint blocks only its
 * own places.
 */
export function createDeliveryLoop({
  pool,
  log,
  living,
  endpoints,
  deliver,
  maxPerEndpoint,
  nowMs,
}: {
  pool: pg.Pool;
  log: Logger;
  living: LivingProcess;
  endpoints: LiveEndpoints;
  deliver: Deliver;
  maxPerEndpoint: number;
  nowMs: () => number;
}): DeliveryLoop {
  const options = { timeoutMs: STATEMENT_TIMEOUT_MS };
  const wakeSignal = createWakeSignal();
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  /** There may be an endpoint that nobody owns. */
  let mayClaim = true;
  let claimedAtMs = -Infinity;
  let polledAtMs = -Infinity;
  let readsBegun = 0;
  let inFlight = 0;

  const settlement = createSettlement({
    pool,
    log,
    readsBegun: () => readsBegun,
    onWritten() {
      fillAll();
      wakeSignal.wake();
    },
    onLost: (endpoint) => owned.lose(endpoint),
  });
  const owned = createOwnedEndpoints({
    pool,
    living,
    endpoints,
    maxPerEndpoint,
    nowMs,
    onFollower: (endpoint, event) => settlement.add({ endpoint, event, result: null }),
  });

  const news = createNewsReader({
    pool,
    log,
    owned,
    beginRead: () => (readsBegun += 1),
    onRead(endpoint, { hasMoved }) {
      if (hasMoved) settlement.moved(endpoint);
      fill(endpoint);
    },
    options,
  });

  function send(endpoint: OwnedEndpoint, event: OutgoingEvent): void {
    const target = endpoints.get(endpoint.id);
    // This process stood still for too long, and others may have taken over.
    if (!living.isAlive()) {
      owned.lose(endpoint);
      wakeSignal.wake();
      return;
    }
    // It was paused a moment ago. What is in flight ends as usual; this one stays above the position, and is read again.
    if (target === undefined) {
      endpoint.isLeaving = true;
      return;
    }
    endpoint.sent();
    inFlight += 1;
    deliver(event, target, (result) => {
      inFlight -= 1;
      // Before those that follow it in its reference: what is written first must not be the later one.
      settlement.add({ endpoint, event, result });
      endpoint.answered(event, result.isDelivered, nowMs());
      fill(endpoint);
    });
  }

  function fill(endpoint: OwnedEndpoint): void {
    if (stopping.signal.aborted || settlement.isBehind) return;
    for (let next = endpoint.next(nowMs()); next !== undefined; next = endpoint.next(nowMs())) {
      send(endpoint, next);
    }
    if (endpoint.room > 0) news.wake(endpoint);
    if (endpoint.dueRoom > 0) wakeSignal.wake();
  }

  function fillAll(): void {
    for (const endpoint of owned.all()) fill(endpoint);
  }

  async function readDue(): Promise<void> {
    const reading = [...owned.all()].flatMap((endpoint) => {
      const room = endpoint.dueRoom;
      return room > 0 ? [{ endpoint, endpointId: endpoint.id, room }] : [];
    });
    if (reading.length === 0) return;
    readsBegun += 1;
    const readNo = readsBegun;
    const byPlace = Map.groupBy(await readDueExceptions(pool, reading, options), ({ place }) => place);
    for (const [place, { endpoint, room }] of reading.entries()) {
      endpoint.takeDue(byPlace.get(place) ?? [], { readNo, room });
    }
  }

  /** They are given back when what is in flight has ended. */
  function leavePaused(): void {
    for (const endpoint of owned.all()) {
      if (endpoints.get(endpoint.id) === undefined) endpoint.isLeaving = true;
    }
  }

  /** Also without a notification: one may get lost. */
  function expectWork(): void {
    for (const endpoint of owned.all()) endpoint.mayHaveMore = true;
    news.wakeAll();
    mayClaim = true;
  }

  /** One round of everything but reading what is new, which waits for nothing of this. */
  async function look(): Promise<void> {
    await endpoints.refresh();
    leavePaused();
    if (!living.isAlive()) {
      owned.loseAll();
      if (await living.live()) mayClaim = true;
    }
    if (nowMs() - polledAtMs >= POLL_EVERY_MS) {
      polledAtMs = nowMs();
      expectWork();
      await owned.chooseLeaving();
      await owned.release();
      // None announces what is due.
      for (const endpoint of owned.all()) endpoint.mayHaveDue = true;
    }
    if (mayClaim && nowMs() - claimedAtMs >= CLAIM_EVERY_MS) {
      mayClaim = false;
      claimedAtMs = nowMs();
      await owned.claim();
      news.wakeAll();
    }
    await readDue();
    fillAll();
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      wakeSignal.reset();
      try {
        await look();
        await wakeSignal.woken(mayClaim ? CLAIM_EVERY_MS : POLL_EVERY_MS);
      } catch (error) {
        log.error({ err: error }, 'deliveries could not be read; trying again in a moment');
        mayClaim = true;
        await sleep(PAUSE_AFTER_ERROR_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  /** One endpoint after another, so that others get what is done here while something still hangs. */
  async function handOver(): Promise<void> {
    owned.leaveAll();
    await living.takeNoMore();
    for (;;) {
      await settlement.finish();
      await owned.release();
      if (owned.size === 0 && inFlight === 0) break;
      await sleep(HAND_OVER_EVERY_MS);
    }
    // What came back while the last ones were released.
    await settlement.finish();
  }

  return {
    wake() {
      expectWork();
      wakeSignal.wake();
    },
    start() {
      news.start();
      running = loop();
    },
    async stop() {
      stopping.abort();
      wakeSignal.wake();
      await Promise.all([running, news.stop()]);
      try {
        await handOver();
      } catch (error) {
        // Without the database nothing can be said. The lease ends, and others take over.
        log.error({ err: error }, 'endpoints could not be handed over');
      }
      await living.leave();
    },
  };
}
