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
  /** There may be new work: look at once. */
  wake(): void;
  start(): void;
  /** Starts nothing new, and waits for deliveries in flight. */
  stop(): Promise<void>;
}

const STATEMENT_TIMEOUT_MS = 10_000;
/**
 * Events that an endpoint gets in one round; the rest come in the next. Few, so an endpoint with a long backlog does not
 * delay the others.
 */
const MAX_EVENTS = 100;
/** No notification announces a due retry. Retries are seconds to hours apart, so this is soon enough. */
const POLL_EVERY_MS = 500;
/** After a database error. */
const PAUSE_AFTER_ERROR_MS = 500;
const MAX_SETTLED_AT_ONCE = 500;
/** An endpoint that failed this many times in a row is probably down. A few slots are enough to notice that it is back. */
const DOWN_AFTER_FAILURES = 5;
const SLOTS_WHEN_DOWN = 2;

/**
 * Claims due deliveries and sends them, with a limited number of slots for each endpoint: a hanging endpoint blocks only
 * its own slots.
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
  /** Connections on which the claim statement keeps its one good plan; see db/pool. */
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
  /** How often each endpoint has failed since its last success. */
  const failures = new Map<string, number>();
  /** Endpoints that had more due deliveries than free slots. */
  const fullEndpoints = new Set<string>();
  const tasks = new Set<Promise<void>>();
  const wakeSignal = createWakeSignal();
  const settlements = createBatcher({ run: settle, maxBatch: MAX_SETTLED_AT_ONCE });
  const stopping = new AbortController();
  /** There may be events that have no deliveries yet. */
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
    // If outcomes piled up, they would be saved after their leases end, and those events would be sent again.
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
      // The endpoint was paused a moment ago: the lease ends, and the delivery is due again when the endpoint resumes.
      if (endpoint) await settlements.submit(await attempt(delivery, endpoint));
    } catch (error) {
      // The lease brings it back. The receiver may have it already, and recognises the event by its id.
      log.error({ err: error, endpointId }, 'the outcome of a delivery could not be saved');
    }
    // The next events of the same reference may go now.
    wakeSignal.wake();
  }

  /** The slot is free as soon as the response arrives: the next delivery starts while this outcome is being saved. */
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

  /** Does one round of work; true if there is more to do. */
  async function deliverDue(): Promise<boolean> {
    await endpoints.refresh();
    // Also without a notification: one may get lost, and the deliveries of a busy endpoint wake the loop without new
    // events.
    if (mayHaveNewEvents || nowMs() - fannedOutAtMs >= POLL_EVERY_MS) {
      mayHaveNewEvents = false;
      fannedOutAtMs = nowMs();
      // Skips endpoints that another worker is preparing: that worker got the same notification, and looks again
      // afterwards.
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

  /**
   * Where all slots were filled, more deliveries may wait, so the next free slot should wake the loop. Elsewhere it should
   * not.
   */
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
        log.error({ err: error }, 'deliveries could not be claimed; trying again in a moment');
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
