/** A short text for each state, so that the search knows it again. */
import type { Memory, Orphan, Settle, World } from './state.ts';

const NOBODY = 9;

/** Every number is small, so each is a character. */
export function keyOf(world: World): string {
  const { left, memories } = world;
  const database = String.fromCharCode(
    world.position,
    world.owner ?? NOBODY,
    world.leases,
    world.pending,
    world.delivered,
    world.parked,
    world.logged,
    world.taken,
    world.replaysAsked,
    world.mayBeLogged,
    world.lateClaims,
    left.kills,
    left.stalls,
    left.failures,
    left.losses,
    left.replays,
    left.splits,
  );
  const orphans = world.orphans.map((orphan) => orphanKey(orphan));
  // The order in which the orphans came changes nothing.
  return `${database}${world.broken ?? ''}|${memoryKey(memories[0])}|${memoryKey(memories[1])}|${orphans.toSorted().join('')}`;
}

/** Most steps change one memory, and the others keep their key. */
const memoryKeys = new WeakMap<Memory, string>();

function memoryKey(memory: Memory | null): string {
  if (memory === null) return '';
  const known = memoryKeys.get(memory);
  if (known !== undefined) return known;
  const { reading, settle } = memory;
  const key = String.fromCharCode(
    Number(memory.isFenced),
    memory.position,
    memory.read,
    memory.line,
    memory.stopped,
    memory.taken,
    memory.headed,
    memory.done,
    memory.dueOut,
    memory.dueTaken,
    memory.dueParked,
    ...(reading === null ? [] : [reading.waits, reading.stale]),
  );
  const whole = settle === null ? key : `${key}/${settleKey(settle)}`;
  memoryKeys.set(memory, whole);
  return whole;
}

function orphanKey({ worker, isFenced, settle }: Orphan): string {
  return String.fromCharCode(worker, Number(isFenced)) + settleKey(settle);
}

function settleKey({ state, logged, exceptions, position, delivered, parked }: Settle): string {
  return state.charAt(0) + String.fromCharCode(logged, exceptions, position, delivered, parked);
}
