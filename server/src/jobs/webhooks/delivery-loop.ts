import type pg from 'pg';
import type { Logger } from 'pino';
import { createBatcher } from '../../concurrency/batcher.ts';
import { claimDeliveries } from '../../db/write/webhooks/claim.ts';
import type { ClaimedDelivery, FreeSlots } from '../../db/write/webhooks/claim.ts';
import { fanOutEvents } from '../../db/write/webhooks/fan-out.ts';
import { settleAttempts } from '../../db/write/webhooks/settle.ts';
import type { SettledAttempt } from '../../db/write/webhooks/settle.ts';
import { toEventId } from '../../ids.ts';
import { createWakeSignal } from './wake-signal.ts';
import type { LiveEndpoint, LiveEndpoints } from './live-endpoints.ts';

export interface DeliveryLoop {
  /** Something may have come: look at once. */
  wake(): void;
  start(): void;
  /** Begins nothing new, and waits for what is under way. */
  stop(): Promise<void>;
}

const STATEMENT_TIMEOUT_MS = 10_000;
/** Events that an endpoint gets in one go; the rest come in the next. Few, so that one with a long backlog holds nobody up. */
const MAX_EVENTS = 100;
/** Retries come due without anybody ringing; they are seconds to hours apart, so this is soon enough. */
const POLL_EVERY_MS = 500;
/** After an error of the database. */
const PAUSE_AFTER_ERROR_MS = 500;
const MAX_SETTLED_AT_ONCE = 500;
/** An endpoint that failed so many times in a row is most likely down: few places are enough to notice that it is back. */
const DOWN_AFTER_FAILURES = 5;
const SLOTS_WHEN_DOWN = 2;

/**
 * Takes what is due and sends it, several at a time for each endpoint and no more: what hangs holds its own places and
 * nobody else's.
 */
export function createDeliveryLoop({
  pool,
  claimPool,
  log,
  endpoints,
  deliver,
  maxPerEndpoint,
  leaseSeconds,
  nowMs,
}: {
  pool: pg.Pool;
  /** Connections on which the claim keeps its one right plan; see db/pool. */
  claimPool: pg.Pool;
  log: Logger;
  endpoints: LiveEndpoints;
  deliver: (delivery: ClaimedDelivery, endpoint: LiveEndpoint) => Promise<SettledAttempt>;
  maxPerEndpoint: number;
  leaseSeconds: number;
  nowMs: () => number;
}): DeliveryLoop {
  const options = { timeoutMs: STATEMENT_TIMEOUT_MS };
  const inFlight = new Map<string, number>();
  /** How often each endpoint has failed since it last took something. */
  const failures = new Map<string, number>();
  /** Endpoints that had more than room. */
  const fullEndpoints = new Set<string>();
  const tasks = new Set<Promise<void>>();
  const wakeSignal = createWakeSignal();
  const settlements = createBatcher({ run: settle, maxBatch: MAX_SETTLED_AT_ONCE });
  const stopping = new AbortController();
  /** Events may have come that are no deliveries yet. */
  let mayHaveNewEvents = true;
  let fannedOutAtMs = -Infinity;
  let running: Promise<void> | undefined;

  async function settle(attempts: SettledAttempt[]): Promise<null[]> {
    for (const parked of await settleAttempts(pool, attempts, options)) {
      log.error(
        { alarm: 'webhook_parked', endpointId: parked.endpointId, eventId: toEventId(parked.eventId) },
        'a webhook was tried to the end of its schedule; it waits for a person to replay it',
      );
    }
    return attempts.map(() => null);
  }

  function freeSlots(): FreeSlots[] {
    const slots: FreeSlots[] = [];
    // Outcomes that pile up would be written after their leases end, and what they tell of would be sent again.
    if (settlements.queued >= MAX_SETTLED_AT_ONCE) return slots;
    for (const { id } of endpoints.all()) {
      const maxSlots = (failures.get(id) ?? 0) < DOWN_AFTER_FAILURES ? maxPerEndpoint : SLOTS_WHEN_DOWN;
      const free = maxSlots - (inFlight.get(id) ?? 0);
      if (free > 0) slots.push({ endpointId: id, free });
    }
    return slots;
  }

  async function run(delivery: ClaimedDelivery): Promise<void> {
    const { endpointId } = delivery;
    const endpoint = endpoints.get(endpointId);
    try {
      // Paused this very moment: its lease ends, and it is due again when the endpoint goes on.
      if (endpoint) await settlements.submit(await attempt(delivery, endpoint));
    } catch (error) {
      // The lease brings it back. The receiver may have it already; it knows the event by its id.
      log.error({ err: error, endpointId }, 'the outcome of a delivery could not be written down');
    }
    // Those behind it in its reference may go now.
    wakeSignal.wake();
  }

  /** A place is free as soon as the answer is there: the next is sent while the outcome of this one is written down. */
  async function attempt(delivery: ClaimedDelivery, endpoint: LiveEndpoint): Promise<SettledAttempt> {
    const { endpointId } = delivery;
    inFlight.set(endpointId, (inFlight.get(endpointId) ?? 0) + 1);
    try {
      const result = await deliver(delivery, endpoint);
      failures.set(endpointId, result.isDelivered ? 0 : (failures.get(endpointId) ?? 0) + 1);
      return result;
    } finally {
      inFlight.set(endpointId, (inFlight.get(endpointId) ?? 1) - 1);
      if (fullEndpoints.has(endpointId)) wakeSignal.wake();
    }
  }

  /** One look at what there is; true if there is more. */
  async function deliverDue(): Promise<boolean> {
    await endpoints.refresh();
    // Also without a ring: one may be lost, and a busy endpoint's deliveries ring all the time for themselves alone.
    if (mayHaveNewEvents || nowMs() - fannedOutAtMs >= POLL_EVERY_MS) {
      mayHaveNewEvents = false;
      fannedOutAtMs = nowMs();
      // Endpoints that another worker is at are left to it: it has heard the same ring, and looks again after it.
      mayHaveNewEvents =
        (await fanOutEvents(pool, { ...options, maxEvents: MAX_EVENTS })).hasMore || mayHaveNewEvents;
    }
    const slots = freeSlots();
    const claimed =
      slots.length === 0 ? [] : await claimDeliveries(claimPool, slots, { ...options, leaseSeconds });
    noteFull(slots, claimed);
    for (const delivery of claimed) {
      const task = run(delivery).finally(() => tasks.delete(task));
      tasks.add(task);
    }
    return mayHaveNewEvents;
  }

  /** Where all places were taken more may wait, and the next place that is free is worth a look; elsewhere it is not. */
  function noteFull(slots: readonly FreeSlots[], claimed: readonly ClaimedDelivery[]): void {
    const taken = new Map<string, number>();
    for (const { endpointId } of claimed) taken.set(endpointId, (taken.get(endpointId) ?? 0) + 1);
    for (const { endpointId, free } of slots) {
      if (taken.get(endpointId) === free) fullEndpoints.add(endpointId);
      else fullEndpoints.delete(endpointId);
    }
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      wakeSignal.reset();
      try {
        if (await deliverDue()) continue;
        await wakeSignal.woken(POLL_EVERY_MS);
      } catch (error) {
        log.error({ err: error }, 'the deliveries could not be looked at; trying again in a moment');
        mayHaveNewEvents = true;
        await wakeSignal.woken(PAUSE_AFTER_ERROR_MS);
      }
    }
  }

  return {
    wake() {
      mayHaveNewEvents = true;
      wakeSignal.wake();
    },
    start() {
      running = loop();
    },
    async stop() {
      stopping.abort();
      wakeSignal.wake();
      await running;
      await Promise.all(tasks);
      await settlements.idle();
    },
  };
}
