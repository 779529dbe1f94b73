import type pg from 'pg';
import type { Logger } from 'pino';
import { settle } from '../../db/write/webhooks/settle.ts';
import type { Settlement as Batch } from '../../db/write/webhooks/settle.ts';
import { toEventId } from '../../ids.ts';
import { processCounts } from '../../metrics/process-counts.ts';
import type { OutgoingEvent, OwnedEndpoint } from './owned-endpoint.ts';

/** What an attempt has shown. */
export interface AttemptResult {
  startedAtMs: number;
  durationMs: number;
  isDelivered: boolean;
  status: number | null;
  error: string | null;
  answerStart: string;
  retryAfterMs: number | null;
}

/** Without a result it was not tried: it follows one that failed. */
export interface Outcome {
  endpoint: OwnedEndpoint;
  event: OutgoingEvent;
  result: AttemptResult | null;
}

export interface Settlement {
  add(outcome: Outcome): void;
  /** The position of this endpoint may have moved without an outcome. */
  moved(endpoint: OwnedEndpoint): void;
  /** So many outcomes wait that nothing more should be sent. */
  readonly isBehind: boolean;
  /** Writes everything that is known. */
  finish(): Promise<void>;
}

const STATEMENT_TIMEOUT_MS = 10_000;
/** Outcomes are written together. Nobody waits for them: a reference's next event goes as soon as the one before it was taken. */
const WRITE_EVERY_MS = 50;
const MAX_AT_ONCE = 2_000;
const BEHIND_FROM = 4 * MAX_AT_ONCE;

/** Gathers outcomes and writes them, one batch after another. */
export function createSettlement({
  pool,
  log,
  readsBegun,
  onWritten,
  onLost,
}: {
  pool: pg.Pool;
  log: Logger;
  readsBegun: () => number;
  /** There may be room now, or an exception that is due. */
  onWritten: () => void;
  /** Another process has it, or it is unknown what was written. */
  onLost: (endpoint: OwnedEndpoint) => void;
}): Settlement {
  let outcomes: Outcome[] = [];
  const movedEndpoints = new Set<OwnedEndpoint>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;

  function writeSoon(): void {
    if (writing !== undefined) return;
    if (outcomes.length >= MAX_AT_ONCE) write();
    else timer ??= setTimeout(write, WRITE_EVERY_MS);
  }

  function write(): void {
    clearTimeout(timer);
    timer = undefined;
    if (writing !== undefined || (outcomes.length === 0 && movedEndpoints.size === 0)) return;
    const taken = outcomes.splice(0, MAX_AT_ONCE);
    const touched = new Set([...movedEndpoints, ...taken.map(({ endpoint }) => endpoint)]);
    movedEndpoints.clear();
    writing = writeBatch(taken, touched).finally(() => {
      writing = undefined;
      onWritten();
      if (outcomes.length > 0 || movedEndpoints.size > 0) writeSoon();
    });
  }

  async function writeBatch(taken: readonly Outcome[], touched: ReadonlySet<OwnedEndpoint>): Promise<void> {
    for (const { endpoint, event } of taken) if (!event.isException) endpoint.markDone(event.feedNo);
    const kept = [...touched].filter(({ isGone }) => !isGone);
    try {
      const { ownedIds, parked } = await settle(pool, toBatch(taken, kept), {
        timeoutMs: STATEMENT_TIMEOUT_MS,
      });
      const begun = readsBegun();
      for (const { endpoint, event, result } of taken) {
        endpoint.written(event, { isException: result?.isDelivered !== true, readsBegun: begun });
      }
      for (const endpoint of kept) if (!ownedIds.has(endpoint.id)) onLost(endpoint);
      processCounts.webhooksParked += parked.length;
      for (const { endpointId, eventId } of parked) {
        log.error(
          { alarm: 'webhook_parked', endpointId, eventId: toEventId(eventId) },
          'a webhook was tried to the end of its schedule; it waits for a person to replay it',
        );
      }
    } catch (error) {
      log.error({ err: error, outcomes: taken.length }, 'the outcomes of deliveries could not be saved');
      for (const endpoint of kept) onLost(endpoint);
    } finally {
      for (const { endpoint } of taken) endpoint.unsettled -= 1;
    }
  }

  return {
    add(outcome) {
      outcome.endpoint.unsettled += 1;
      outcomes.push(outcome);
      writeSoon();
    },
    moved(endpoint) {
      movedEndpoints.add(endpoint);
      writeSoon();
    },
    get isBehind() {
      return outcomes.length >= BEHIND_FROM;
    },
    async finish() {
      while (writing !== undefined || outcomes.length > 0 || movedEndpoints.size > 0) {
        write();
        await writing;
      }
    },
  };
}

function toBatch(outcomes: readonly Outcome[], endpoints: readonly OwnedEndpoint[]): Batch {
  const successes: Batch['successes'][number][] = [];
  const tried: Batch['tried'][number][] = [];
  const followers: Batch['followers'][number][] = [];
  const stale: Batch['stale'][number][] = [];
  for (const { endpoint, event, result } of outcomes) {
    const { eventId, feedNo, reference, scheduleFrom } = event;
    const endpointId = endpoint.id;
    if (result === null) {
      if (!endpoint.isGone) followers.push({ endpointId, eventId, feedNo, reference });
    } else if (result.isDelivered && !event.isException) {
      successes.push({ endpointId, eventId, ...result, status: result.status ?? 200 });
    } else
      (endpoint.isGone ? stale : tried).push({
        endpointId,
        eventId,
        feedNo,
        reference,
        scheduleFrom,
        ...result,
      });
  }
  const progress = endpoints.map(({ id, claimNo, position }) => ({ endpointId: id, claimNo, position }));
  return { progress, successes, tried, followers, stale };
}
