/**
 * What the owner reads and sends, and what it hears.
 *
 * A request is one step from the check of the clock until it is on its way, and it is judged then. That leaves out nothing. A worker
 * that is stalled between the check and the write looks to all others like a slow network. A request that outlives its worker can
 * only be taken later, and what was right when it left is right for good: an event that was taken stays taken.
 */
import { brokenBySend } from './invariants.ts';
import type { Rules } from './rules.ts';
import type { Step } from './search.ts';
import { below, has, members, single, without } from './sets.ts';
import { withMemory } from './state.ts';
import type { Memory, World } from './state.ts';

/** The references whose later events must become exceptions too: an earlier one is about to. */
function held(rules: Rules, { headed, settle }: Memory): number {
  const settling = settle === null || rules.has('hold_ends_when_sent') ? 0 : settle.exceptions;
  return rules.referencesOf(headed | settling);
}

export function* readSteps(
  rules: Rules,
  world: World,
  worker: number,
  memory: Memory,
): Generator<Step<World>> {
  if (memory.reading === null) {
    if (memory.read === rules.events) return;
    const waits = rules.has('waits_not_read') ? 0 : rules.referencesOf(world.pending);
    const to = withMemory(world, worker, { ...memory, reading: { waits, stale: 0 } });
    yield { name: `${worker} begins a read`, to, isFault: false };
    return;
  }
  const waits = memory.reading.waits | memory.reading.stale;
  // The window, or what was committed by then, may end the answer after any event.
  for (let read = memory.read + 1; read <= rules.events; read += 1) {
    const to = withLine(rules, world, worker, { before: memory, after: takeIn(rules, memory, waits, read) });
    yield { name: `${worker} is given the events up to ${read}`, to, isFault: false };
  }
}

function takeIn(rules: Rules, memory: Memory, waits: number, read: number): Memory {
  const next: Memory = { ...memory, reading: null, read };
  for (const event of members(without(below(read), below(memory.read) | memory.done))) {
    const reference = rules.referenceOf(event);
    const hasLine = (next.line & rules.eventsOf(reference)) !== 0;
    // What is in line shows that all before it was taken. Then a pending row is a replay, for which nothing waits.
    const isBehindRow = has(waits, reference) && (!hasLine || rules.has('waits_beats_line'));
    if (isBehindRow || has(held(rules, next), reference)) next.headed |= single(event);
    else next.line |= single(event);
  }
  return next;
}

/**
 * The first in line leaves at once. One that leaves later looks to all others like one that takes longer, and an earlier request
 * is judged more strictly: less was taken by then.
 */
function withLine(
  rules: Rules,
  world: World,
  worker: number,
  { before, after }: { before: Memory; after: Memory },
): World {
  const sent = without(rules.firstsOf(after.line), rules.firstsOf(before.line));
  if (sent === 0) return withMemory(world, worker, after);
  if (!maySend(rules, world, worker)) {
    const stopped = after.stopped | rules.referencesOf(sent);
    return withMemory(world, worker, { ...after, stopped });
  }
  return members(sent).reduce(
    (next, event) => send(rules, next, worker, event),
    withMemory(world, worker, after),
  );
}

/** A worker looks at its own clock before each request. If its lease is over, it gives everything up (fault-steps.ts). */
function maySend(rules: Rules, world: World, worker: number): boolean {
  return has(world.leases, worker) || rules.has('no_clock_check');
}

function send(rules: Rules, world: World, worker: number, event: number): World {
  const broken = brokenBySend(rules, world, worker, event);
  return broken === null ? world : { ...world, broken };
}

/** The first deliveries that the receiver may take at any moment. */
export function onTheWay(rules: Rules, { line, stopped }: Memory): number {
  return members(stopped).reduce(
    (set, reference) => without(set, rules.eventsOf(reference)),
    rules.firstsOf(line),
  );
}

/** What a read of due exceptions shows stays true: that all before the first pending one were taken or parked. So it is no step. */
export function* dueSteps(
  rules: Rules,
  world: World,
  worker: number,
  memory: Memory,
): Generator<Step<World>> {
  if (world.pending === 0 || !maySend(rules, world, worker)) return;
  const { dueOut, dueTaken, dueParked, settle } = memory;
  const busy = dueOut | dueTaken | dueParked | (settle === null ? 0 : settle.delivered | settle.parked);
  const due = rules.has('due_in_any_order') ? world.pending : rules.firstsOf(world.pending);
  for (const event of members(due)) {
    if ((busy & rules.eventsWith(event)) !== 0) continue;
    const next = withMemory(world, worker, { ...memory, dueOut: dueOut | single(event) });
    const replaysAsked = without(world.replaysAsked, single(event));
    const to = { ...send(rules, next, worker, event), replaysAsked };
    yield { name: `${worker} sends the exception ${event + 1}`, to, isFault: false };
  }
}

/** The receiver takes an event at the last moment, when its answer is heard: until then others can't count on it. */
function takenNow(world: World, event: number): World {
  return { ...world, taken: world.taken | single(event) };
}

function withFailure(world: World): World {
  return { ...world, left: { ...world.left, failures: world.left.failures - 1 } };
}

export function* answerSteps(
  rules: Rules,
  world: World,
  worker: number,
  memory: Memory,
): Generator<Step<World>> {
  for (const event of members(onTheWay(rules, memory))) {
    const name = `${worker} hears that ${event + 1}`;
    const after = {
      ...memory,
      line: without(memory.line, single(event)),
      taken: memory.taken | single(event),
    };
    const to = withLine(rules, takenNow(world, event), worker, { before: memory, after });
    yield { name: `${name} was taken`, to, isFault: false };
    if (world.left.failures === 0) continue;
    const behind = memory.line & rules.eventsWith(event);
    const failed = { ...memory, line: without(memory.line, behind), headed: memory.headed | behind };
    yield { name: `${name} failed`, to: withMemory(withFailure(world), worker, failed), isFault: true };
  }
}

export function* dueAnswerSteps(world: World, worker: number, memory: Memory): Generator<Step<World>> {
  for (const event of members(memory.dueOut)) {
    const name = `${worker} hears that the exception ${event + 1}`;
    const rest = { ...memory, dueOut: without(memory.dueOut, single(event)) };
    const after = { ...rest, dueTaken: memory.dueTaken | single(event) };
    yield {
      name: `${name} was taken`,
      to: withMemory(takenNow(world, event), worker, after),
      isFault: false,
    };
    if (world.left.failures === 0) continue;
    // A failure leaves the row as it is, except the last of the schedule.
    yield { name: `${name} failed`, to: withMemory(withFailure(world), worker, rest), isFault: true };
    const parked = { ...rest, dueParked: memory.dueParked | single(event) };
    yield {
      name: `${name} failed for the last time`,
      to: withMemory(withFailure(world), worker, parked),
      isFault: true,
    };
  }
}
