import type pg from 'pg';
import { readDoneAbove } from '../../db/read/webhooks/undelivered-events.ts';
import { claimEndpoints, readSurplus, releaseEndpoints } from '../../db/write/webhooks/own.ts';
import type { ClaimedEndpoint } from '../../db/write/webhooks/own.ts';
import type { LivingProcess } from '../living-process.ts';
import type { LiveEndpoint, LiveEndpoints } from './live-endpoints.ts';
import { OwnedEndpoint } from './owned-endpoint.ts';
import type { OutgoingEvent } from './owned-endpoint.ts';

export interface OwnedEndpoints {
  readonly size: number;
  all(): Iterable<OwnedEndpoint>;
  /** Takes what is free and has something to send, up to a fair share. */
  claim(): Promise<void>;
  /** Chooses what to let go: what is idle, paused, or above the fair share. */
  chooseLeaving(): Promise<void>;
  /** Everything is to be let go. */
  leaveAll(): void;
  /** Lets go of what is leaving and has nothing in flight, and of what was lost. A locked row is tried again the next time. */
  release(): Promise<void>;
  /** What is known of it can't be trusted any more. It is taken anew, here or elsewhere. */
  lose(endpoint: OwnedEndpoint): void;
  /** The name under which everything was owned is dead. */
  loseAll(): void;
}

const TIMEOUT_MS = 5_000;
/** Then another worker may take it: which one is fair depends on who is busy. */
const IDLE_MS = 10_000;
/** A new worker gets its share within a few seconds. */
const SHARE_EVERY_MS = 2_000;
/** An endpoint to which this process can't deliver, such as one whose secret it can't open, is left to others for so long. */
const LEFT_TO_OTHERS_MS = 10_000;

/** The endpoints to which only this process delivers. */
export function createOwnedEndpoints({
  pool,
  living,
  endpoints,
  maxPerEndpoint,
  nowMs,
  onFollower,
}: {
  pool: pg.Pool;
  living: LivingProcess;
  endpoints: LiveEndpoints;
  maxPerEndpoint: number;
  nowMs: () => number;
  onFollower: (endpoint: OwnedEndpoint, event: OutgoingEvent) => void;
}): OwnedEndpoints {
  const options = { timeoutMs: TIMEOUT_MS };
  const owned = new Map<string, OwnedEndpoint>();
  /** Given up here, and not yet in the database. */
  let toRelease: { endpointId: string; claimNo: number }[] = [];
  /** The last of those that were lost, while it has something in flight. Its places are not filled a second time. */
  const past = new Map<string, OwnedEndpoint>();
  const leftToOthersUntilMs = new Map<string, number>();
  let sharedAtMs = -Infinity;

  function lose(endpoint: OwnedEndpoint): void {
    if (endpoint.isGone) return;
    endpoint.isGone = true;
    if (owned.get(endpoint.id) === endpoint) owned.delete(endpoint.id);
    toRelease.push({ endpointId: endpoint.id, claimNo: endpoint.claimNo });
    past.set(endpoint.id, endpoint);
  }

  async function open(
    { endpointId, claimNo, position }: ClaimedEndpoint,
    target: LiveEndpoint,
  ): Promise<void> {
    const { partnerId } = target;
    // Asked after the claim: from here on nobody else writes there.
    const doneAbove = await readDoneAbove(
      pool,
      { endpointId, partnerId, position, upTo: OwnedEndpoint.MAX_AHEAD },
      options,
    );
    const before = past.get(endpointId);
    past.delete(endpointId);
    const endpoint = new OwnedEndpoint({
      id: endpointId,
      partnerId,
      claimNo,
      position,
      doneAbove,
      maxPlaces: maxPerEndpoint,
      past: before,
      nowMs: nowMs(),
      onFollower,
    });
    owned.set(endpointId, endpoint);
  }

  function notDeliverableHere(): string[] {
    for (const [id, untilMs] of leftToOthersUntilMs) if (untilMs <= nowMs()) leftToOthersUntilMs.delete(id);
    return [...leftToOthersUntilMs.keys()];
  }

  async function leaveSurplus(): Promise<void> {
    if (nowMs() - sharedAtMs < SHARE_EVERY_MS) return;
    sharedAtMs = nowMs();
    const surplus = await readSurplus(pool, { ownerId: living.id, ownedIds: [...owned.keys()] }, options);
    const staying = [...owned.values()].filter(({ isLeaving }) => !isLeaving);
    const leaving = owned.size - staying.length;
    // Those with the least to finish go first.
    const chosen = staying.toSorted((left, right) => left.inFlight - right.inFlight);
    for (const endpoint of chosen.slice(0, Math.max(0, surplus - leaving))) endpoint.isLeaving = true;
  }

  return {
    get size() {
      return owned.size;
    },
    all: () => owned.values(),
    async claim() {
      const claimant = { ownerId: living.id, ownedIds: [...owned.keys()] };
      const claimed = await claimEndpoints(pool, { ...claimant, except: notDeliverableHere() }, options);
      try {
        for (const one of claimed) {
          const target = await endpoints.find(one.endpointId);
          if (target !== undefined) await open(one, target);
          else leftToOthersUntilMs.set(one.endpointId, nowMs() + LEFT_TO_OTHERS_MS);
        }
      } finally {
        // Nobody else could take what is claimed and not opened.
        toRelease.push(...claimed.filter(({ endpointId }) => !owned.has(endpointId)));
      }
    },
    async chooseLeaving() {
      for (const endpoint of owned.values()) {
        const isIdle = endpoint.isIdle && nowMs() - endpoint.usedAtMs >= IDLE_MS;
        if (isIdle || endpoints.get(endpoint.id) === undefined) endpoint.isLeaving = true;
      }
      for (const [id, endpoint] of past) if (endpoint.occupiedPlaces === 0) past.delete(id);
      await leaveSurplus();
    },
    leaveAll() {
      for (const endpoint of owned.values()) endpoint.isLeaving = true;
    },
    async release() {
      for (const endpoint of owned.values()) {
        if (endpoint.isLeaving && endpoint.occupiedPlaces === 0 && endpoint.unsettled === 0) lose(endpoint);
      }
      if (toRelease.length === 0) return;
      // More may be lost while this is on its way.
      const given = new Set(toRelease);
      const locked = await releaseEndpoints(pool, [...given], options);
      toRelease = toRelease.filter((endpoint) => !given.has(endpoint) || locked.has(endpoint.endpointId));
    },
    lose,
    loseAll() {
      for (const endpoint of owned.values()) lose(endpoint);
    },
  };
}
