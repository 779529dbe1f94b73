/** What is written of the tries: the log, the exceptions and the position in one transaction. A worker has one at a time. */
import { brokenByWrite } from './invariants.ts';
import type { Rules } from './rules.ts';
import type { Step } from './search.ts';
import { contiguous, highest, without } from './sets.ts';
import { withMemory } from './state.ts';
import type { Memory, Orphan, Settle, World } from './state.ts';

export function* settleSteps(
  rules: Rules,
  world: World,
  worker: number,
  memory: Memory,
): Generator<Step<World>> {
  const { settle } = memory;
  if (settle === null) {
    if (!hasToSettle(rules, memory)) return;
    const to = withMemory(world, worker, sendSettle(rules, memory, memory.headed));
    yield { name: `${worker} sends a settle`, to, isFault: false };
    yield* splitSteps(rules, world, worker, memory);
  } else if (settle.state === 'sent') {
    const orphan = { worker, isFenced: memory.isFenced, settle };
    for (const { name, to, state } of carriedOut(rules, world, orphan)) {
      const heard = { ...memory, settle: { ...settle, state } };
      yield { name, to: withMemory(to, worker, heard), isFault: false };
    }
  } else if (settle.state === 'committed') {
    const to = withMemory(world, worker, settled(rules, memory, settle));
    yield { name: `${worker} hears of the commit`, to, isFault: false };
  } else {
    const to = withMemory(world, worker, null);
    yield { name: `${worker} hears that it does not own the endpoint`, to, isFault: false };
  }
}

/** So much waits to be written that it takes two settles. What came first goes first. */
function* splitSteps(rules: Rules, world: World, worker: number, memory: Memory): Generator<Step<World>> {
  const { left } = world;
  const firsts = rules.firstsOf(memory.headed);
  if (left.splits === 0 || firsts === memory.headed) return;
  const part = rules.has('followers_settled_first') ? without(memory.headed, firsts) : firsts;
  const to = withMemory(world, worker, sendSettle(rules, memory, part));
  const split = { ...to, left: { ...left, splits: left.splits - 1 } };
  yield { name: `${worker} sends a part of what it has to settle`, to: split, isFault: true };
}

function hasToSettle(rules: Rules, memory: Memory): boolean {
  if ((memory.taken | memory.headed | memory.dueTaken | memory.dueParked) !== 0) return true;
  // A fenced worker has logged all that a later claim finds above the position. Then no try moves it.
  return contiguous(memory.done) > memory.position && !rules.has('position_waits_for_tries');
}

/** `exceptions`: all that are headed for it, or a part of them. */
function sendSettle(rules: Rules, memory: Memory, exceptions: number): Memory {
  const { taken, headed, dueTaken, dueParked } = memory;
  const known = memory.done | taken | exceptions;
  const settle: Settle = {
    state: 'sent',
    logged: taken,
    exceptions,
    position: rules.has('position_skips_gaps') ? highest(known) + 1 : contiguous(known),
    delivered: dueTaken,
    parked: dueParked,
  };
  return { ...memory, taken: 0, headed: without(headed, exceptions), dueTaken: 0, dueParked: 0, settle };
}

interface CarriedOut {
  name: string;
  to: World;
  state: Settle['state'];
}

/** The transaction locks the cursor and asks whether the claim that it belongs to is still the last one. */
export function* carriedOut(
  rules: Rules,
  world: World,
  { worker, isFenced, settle }: Orphan,
): Generator<CarriedOut> {
  const isOwner = rules.has('fence_by_worker') ? world.owner === worker : !isFenced;
  if (isOwner || rules.has('no_owner_check')) {
    yield { name: `the settle of ${worker} commits`, to: write(world, settle), state: 'committed' };
    return;
  }
  const name = `the settle of ${worker} is refused`;
  const position = rules.has('position_unguarded')
    ? Math.max(settle.position, world.position)
    : world.position;
  const refused = { ...world, position };
  yield { name, to: refused, state: 'refused' };
  // Rows of the log say what was tried, whoever owns the endpoint.
  const logged = world.logged | settle.logged | settle.delivered;
  if (logged !== world.logged)
    yield { name: `${name}, and logged`, to: { ...refused, logged }, state: 'refused' };
}

function write(world: World, settle: Settle): World {
  // A row that exists stays as it is. An end counts only while the row is pending.
  const added = without(settle.exceptions, world.pending | world.delivered | world.parked);
  const delivered = settle.delivered & world.pending;
  const parked = settle.parked & world.pending;
  const next = {
    ...world,
    logged: world.logged | settle.logged | settle.delivered,
    position: settle.position,
    pending: without(world.pending | added, delivered | parked),
    delivered: world.delivered | delivered,
    parked: world.parked | parked,
  };
  return { ...next, broken: brokenByWrite(world, next) ?? world.broken };
}

export function settled(rules: Rules, memory: Memory, settle: Settle): Memory {
  const { reading } = memory;
  const isHeldForReading = !rules.has('hold_ends_when_heard') && !rules.has('hold_ends_when_sent');
  // From here on the reference is free, but the snapshot of the read that is under way may be older than the commit.
  const stale = isHeldForReading ? rules.referencesOf(settle.exceptions) : 0;
  return {
    ...memory,
    settle: null,
    position: settle.position,
    done: memory.done | settle.logged | settle.exceptions,
    reading: reading === null ? null : { ...reading, stale: reading.stale | stale },
  };
}

/** As if the settle had never been sent. */
export function unsettled(memory: Memory, settle: Settle): Memory {
  return {
    ...memory,
    settle: null,
    taken: memory.taken | settle.logged,
    headed: memory.headed | settle.exceptions,
    dueTaken: memory.dueTaken | settle.delivered,
    dueParked: memory.dueParked | settle.parked,
  };
}
