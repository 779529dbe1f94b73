/** What must hold in every state. The order, the clock and replays are judged when a request leaves or a settle is written. */
import type { Rules } from './rules.ts';
import { below, has, without } from './sets.ts';
import type { World } from './state.ts';

export const INVARIANTS = {
  nothingSkipped: 'each event below the position was taken or has an exception',
  order: 'an event leaves for the first time only when those before it in its reference were taken or parked',
  oneSender: 'after another worker has claimed the endpoint, no request passes the check of the clock',
  parkedRests: 'a parked event that the receiver lacks leaves only when a person replays it',
  positionRises: 'the position never falls',
  replaysKept: 'a replay ends only after a request that left since it was asked for',
} as const;
type Invariant = (typeof INVARIANTS)[keyof typeof INVARIANTS];

export function brokenBySend(rules: Rules, world: World, worker: number, event: number): Invariant | null {
  if (!has(world.taken, event)) {
    const earlier = rules.eventsWith(event) & below(event);
    if (without(earlier, world.taken | world.parked) !== 0) return INVARIANTS.order;
    if (has(world.parked, event)) return INVARIANTS.parkedRests;
  }
  return world.owner === worker ? null : INVARIANTS.oneSender;
}

export function brokenByWrite(before: World, after: World): Invariant | null {
  if (after.position < before.position) return INVARIANTS.positionRises;
  const ended = without(before.pending, after.pending) & after.delivered;
  return (ended & before.replaysAsked) === 0 ? null : INVARIANTS.replaysKept;
}

export function brokenIn(world: World): string | null {
  const { position, taken, pending, delivered, parked } = world;
  const skipped = without(below(position), taken | pending | delivered | parked);
  return skipped === 0 ? world.broken : INVARIANTS.nothingSkipped;
}

/** Everything was told, and the database knows it. */
export function isGoodEnd(events: number, { position, pending, taken, parked }: World): boolean {
  return position === events && pending === 0 && without(below(events), taken | parked) === 0;
}
