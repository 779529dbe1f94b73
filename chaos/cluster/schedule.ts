/** Which faults a run has, one after the other. */
import { createRandom } from '../random.ts';
import { FAULTS, faultNamed } from './faults.ts';
import type { Fault } from './faults.ts';

export interface Schedule {
  /** One alone, so many times. */
  name?: string | undefined;
  times?: number;
  extent: 'all' | 'quick' | 'soak';
  seed: number;
}

/** What covers most in five minutes. */
const QUICK = ['kill-both', 'freeze', 'partition-peers', 'kill-postgres', 'switchover', 'lose-standbys'];
/** A freeze is where a lease is lost without a word: with another version of Patroni's dealings with etcd two in five lost commits. */
const FREEZE = 'freeze';
const FREEZES = { all: 6, soak: 20 };
const SOAK_MS = 60 * 60_000;

/** Asked for the next one until there is none. */
export function faultsInTurn({ name, times = 1, extent, seed }: Schedule): () => Fault | undefined {
  if (name !== undefined) return list(Array.from({ length: times }, () => faultNamed(name)));
  if (extent === 'quick') return list(QUICK.map(faultNamed));
  if (extent === 'all') return list([...FAULTS, ...freezes(FREEZES.all - 1)]);
  return untilTimeIsUp(seed);
}

function list(faults: readonly Fault[]): () => Fault | undefined {
  const waiting = [...faults];
  return () => waiting.shift();
}

function freezes(count: number): Fault[] {
  return Array.from({ length: count }, () => faultNamed(FREEZE));
}

/** For an hour: first all of them and the freezes, mixed, and then all of them again and again, in another order each time. */
function untilTimeIsUp(seed: number): () => Fault | undefined {
  const random = createRandom(seed);
  const endMs = performance.now() + SOAK_MS;
  const waiting = random.shuffle([...FAULTS, ...freezes(FREEZES.soak - 1)]);
  return () => {
    if (performance.now() > endMs) return undefined;
    if (waiting.length === 0) waiting.push(...random.shuffle(FAULTS));
    return waiting.shift();
  };
}
