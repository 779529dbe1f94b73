/** What work costs, by the processor's own clock: how much else the machine does hardly counts. */
import assert from 'node:assert/strict';

/** One of them may have compiled or collected something. */
const TRIES = 5;
/** So many times as much is given to it. In proportion it costs 8 times as much, with the square 64 times. */
export const MORE = 8;
const MOST = 30;

export function cpuMs(work: () => void): number {
  const costs = Array.from({ length: TRIES }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...costs);
}

/** The cost of a text grows with its length, not with the square of it. `some` is of a part, `all` of MORE times as much. */
export function assertInProportion(what: string, some: () => void, all: () => void): void {
  const [less, more] = [cpuMs(some), cpuMs(all)];
  assert.ok(more < MOST * less, `${what}: ${less} ms, and ${more} ms for ${MORE} times as much`);
}
