/** How a worker becomes the owner. */
import { onTheWay } from './delivery-steps.ts';
import type { Rules } from './rules.ts';
import type { Step } from './search.ts';
import { below, has, members, single, without } from './sets.ts';
import { LIVE, NOTHING_KNOWN, withMemory } from './state.ts';
import type { Memory, World } from './state.ts';

/** What the worker reads with its claim is heard at once: until it hears, it does nothing else with the endpoint. */
export function* claimSteps(rules: Rules, world: World, worker: number): Generator<Step<World>> {
  const { losses } = world.left;
  const lost = { ...world, left: { ...world.left, losses: losses - 1 } };
  if (mayClaim(rules, world, worker)) {
    const to = withMemory(claimed(rules, world, worker), worker, freshMemory(rules, world));
    yield { name: `${worker} claims`, to, isFault: false };
    if (losses > 0) {
      const unheard = claimed(rules, lost, worker);
      yield { name: `${worker} claims and does not hear of it`, to: unheard, isFault: true };
    }
  }
  if (losses > 0 && !has(world.lateClaims, worker)) {
    const to = { ...lost, lateClaims: world.lateClaims | single(worker) };
    yield { name: `${worker} gives up a claim that is on its way`, to, isFault: true };
  }
}

export function* lateClaimSteps(rules: Rules, world: World): Generator<Step<World>> {
  for (const worker of members(world.lateClaims)) {
    const arrived = { ...world, lateClaims: without(world.lateClaims, single(worker)) };
    const to = mayClaim(rules, world, worker) ? claimed(rules, arrived, worker) : arrived;
    yield { name: `the late claim of ${worker} arrives`, to, isFault: false };
  }
}

function mayClaim(rules: Rules, { owner, leases }: World, worker: number): boolean {
  if (!has(leases, worker)) return false;
  // Its own, too: the worker may have claimed it without hearing of it.
  if (owner === worker) return !rules.has('own_not_claimed_again');
  return owner === null || !has(leases, owner);
}

function freshMemory(rules: Rules, world: World): Memory {
  const { position, logged, pending, delivered, parked } = world;
  const exceptions = rules.has('claim_skips_exceptions') ? 0 : pending | delivered | parked;
  return { ...NOTHING_KNOWN, position, read: position, done: below(position) | logged | exceptions };
}

/** From now on no settle of an earlier claim counts, not even one of the same worker. */
function claimed(rules: Rules, world: World, worker: number): World {
  const orphans = world.orphans.map((orphan) => ({ ...orphan, isFenced: true }));
  const fenced = LIVE.reduce<World>((next, other) => fence(rules, next, other), { ...world, owner: worker });
  if (!rules.isFenceSound) return { ...fenced, orphans };
  const tried = orphans.reduce((set, { settle }) => set | settle.logged | settle.delivered, 0);
  return { ...fenced, orphans: [], mayBeLogged: without(fenced.mayBeLogged | tried, world.logged) };
}

/**
 * A fenced worker whose lease is over sends nothing more, and its settles are refused. The receiver may still take what is on its
 * way, and the log may hear of it. Nothing else of its memory matters, so it is forgotten here: that leaves a
 * third of the states.
 */
function fence(rules: Rules, world: World, worker: 0 | 1): World {
  const memory = world.memories[worker];
  if (memory === null) return world;
  if (has(world.leases, worker) || !rules.isFenceSound)
    return withMemory(world, worker, { ...memory, isFenced: true });
  const { settle } = memory;
  const settling = settle === null ? 0 : settle.logged | settle.delivered;
  const tried = onTheWay(rules, memory) | memory.taken | memory.dueOut | memory.dueTaken | settling;
  return {
    ...withMemory(world, worker, null),
    mayBeLogged: without(world.mayBeLogged | tried, world.logged),
  };
}
