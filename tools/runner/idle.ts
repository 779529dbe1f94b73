import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** Long enough that a file which was just started has begun to work. */
const LOOK_MS = 2_000;
/** Of all processors together. Three files that work leave less, and one more would only slow them down. */
const IDLE_SHARE = 0.2;

/** Looks for a while whether the machine has processor time left, whoever uses the rest. */
export async function hasIdleTime(signal: AbortSignal): Promise<boolean> {
  const before = processorTimes();
  await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined);
  const after = processorTimes();
  return after.idle - before.idle >= (after.all - before.all) * IDLE_SHARE;
}

function processorTimes(): { idle: number; all: number } {
  const times = cpus().map((cpu) => cpu.times);
  const sum = (numbers: number[]): number => numbers.reduce((total, each) => total + each, 0);
  return {
    idle: sum(times.map(({ idle }) => idle)),
    all: sum(times.flatMap((ofOne) => Object.values(ofOne))),
  };
}
