/**
 * What goes wrong, and what comes of it later. A stall is no step: a worker that is stalled is one whose next step comes late. Its
 * lease may end meanwhile.
 */
import type { Rules } from './rules.ts';
import type { Step } from './search.ts';
import { has, members, single, without } from './sets.ts';
import { carriedOut, settled, unsettled } from './settle-steps.ts';
import { LIVE, withMemory } from './state.ts';
import type { Memory, Orphan, Settle, World } from './state.ts';

/** The worker forgets the endpoint. A settle that is on its way stays on its way. */
function forget(world: World, worker: number, memory: Memory | null): World {
  const next = withMemory(world, worker, null);
  if (memory?.settle?.state !== 'sent') return next;
  const orphan: Orphan = { worker, isFenced: memory.isFenced, settle: memory.settle };
  return { ...next, orphans: [...world.orphans, orphan] };
}

/** A settle ends in an error that says nothing: it was committed, will be or never is. */
export function* lossSteps(
  rules: Rules,
  world: World,
  worker: number,
  memory: Memory,
): Generator<Step<World>> {
  const { settle } = memory;
  if (settle === null || world.left.losses === 0) return;
  const lost = { ...world, left: { ...world.left, losses: world.left.losses - 1 } };
  const name = `${worker} does not hear what became of its settle`;
  const to = afterLoss(rules, forget(lost, worker, memory), worker, memory, settle);
  yield { name, to, isFault: true };
  if (settle.state !== 'sent') return;
  const never = afterLoss(rules, withMemory(lost, worker, null), worker, memory, settle);
  yield { name: `${name}: nothing`, to: never, isFault: true };
}

function afterLoss(rules: Rules, forgot: World, worker: number, memory: Memory, settle: Settle): World {
  if (rules.has('loss_as_commit')) return withMemory(forgot, worker, settled(rules, memory, settle));
  if (rules.has('loss_as_failure')) return withMemory(forgot, worker, unsettled(memory, settle));
  return forgot;
}

export function* lateSettleSteps(rules: Rules, world: World): Generator<Step<World>> {
  for (const event of members(world.mayBeLogged)) {
    const mayBeLogged = without(world.mayBeLogged, single(event));
    const taken = world.taken | single(event);
    const to = { ...world, mayBeLogged, taken, logged: world.logged | single(event) };
    yield { name: `late: a fenced worker logs ${event + 1}`, to, isFault: false };
  }
  for (const orphan of world.orphans) {
    const rest = { ...world, orphans: world.orphans.filter((other) => other !== orphan) };
    for (const { name, to } of carriedOut(rules, rest, orphan))
      yield { name: `late: ${name}`, to, isFault: false };
  }
}

export function* leaseSteps(world: World): Generator<Step<World>> {
  const { left, leases } = world;
  for (const worker of LIVE) {
    if (!has(leases, worker)) {
      // It forgets before it extends its lease: otherwise the clock would let it go on with what is no longer its own.
      const forgot = forget(world, worker, world.memories[worker]);
      const to = { ...forgot, leases: leases | single(worker) };
      yield { name: `${worker} sees that its lease is over and begins again`, to, isFault: false };
    } else if (left.stalls > 0) {
      const rest = { ...left, stalls: left.stalls - 1 };
      const to = { ...world, leases: without(leases, single(worker)), left: rest };
      yield { name: `the lease of ${worker} ends`, to, isFault: true };
    }
  }
  for (const worker of members(without(leases, single(0) | single(1)))) {
    const to = { ...world, leases: without(leases, single(worker)) };
    yield { name: `the lease of the dead ${worker} ends`, to, isFault: false };
  }
}

/** The next incarnation begins at once: one that has not begun is one that does nothing yet. */
export function* killSteps(world: World, worker: 0 | 1): Generator<Step<World>> {
  const { left, leases, lateClaims, dead } = world;
  if (left.kills === 0) return;
  const name = LIVE.length + dead;
  const killed = forget(world, worker, world.memories[worker]);
  const to: World = {
    ...killed,
    owner: world.owner === worker ? name : world.owner,
    leases: leases | single(worker) | (has(leases, worker) ? single(name) : 0),
    lateClaims: has(lateClaims, worker) ? without(lateClaims, single(worker)) | single(name) : lateClaims,
    orphans: killed.orphans.map((orphan) =>
      orphan.worker === worker ? { ...orphan, worker: name } : orphan,
    ),
    dead: dead + 1,
    left: { ...left, kills: left.kills - 1 },
  };
  yield { name: `${worker} is killed, and is ${name} from now on`, to, isFault: true };
}

/** An operator asks for what is logged as delivered once more. */
export function* replaySteps(world: World): Generator<Step<World>> {
  const { left } = world;
  if (left.replays === 0) return;
  for (const event of members(without(world.logged, world.pending | world.parked))) {
    const to = {
      ...world,
      pending: world.pending | single(event),
      delivered: without(world.delivered, single(event)),
      replaysAsked: world.replaysAsked | single(event),
      left: { ...left, replays: left.replays - 1 },
    };
    yield { name: `an operator replays ${event + 1}`, to, isFault: true };
  }
}
