/** Somebody who writes without a pause and keeps a list of what was acknowledged. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kit } from './kit.ts';

/** Beside each other: while one waits for a node that is gone, others try again. */
const LANES = 3;
const PAUSE_MS = 50;

export interface Writer {
  acknowledged: readonly number[];
  /** How many came after this moment. */
  since(count: number): number;
  stop(): Promise<void>;
}

export function startWriter(kit: Kit): Writer {
  const acknowledged: number[] = [];
  const stopped = new AbortController();
  let next = 0;
  async function lane(): Promise<void> {
    while (!stopped.signal.aborted) {
      next += 1;
      const row = next;
      const { code, stderr } = await kit.script(`deploy/ha/sql 'insert into kept values (${row})'`);
      // A commit that no standby confirmed succeeds with a warning.
      if (code === 0 && stderr === '') acknowledged.push(row);
      await sleep(PAUSE_MS);
    }
  }
  const lanes = Array.from({ length: LANES }, lane);
  return {
    acknowledged,
    since: (count) => acknowledged.length - count,
    async stop() {
      stopped.abort();
      await Promise.all(lanes);
    },
  };
}
