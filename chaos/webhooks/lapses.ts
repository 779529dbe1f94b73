import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { ownedByDead, readOwners } from './faults.ts';
import type { Fault } from './faults.ts';
import { sharedClockMs } from './messages.ts';

export interface LapseWatch {
  /** Names that died outside of the faults that were made, because the machine was too busy for their next word. */
  stop(faults: readonly Fault[]): Promise<Fault[]>;
}

const LOOK_EVERY_MS = 100;

/** Workers may lose their names without our doing. That costs requests too, and must not be charged to the faults. */
export function watchLapses(t: TestContext, owner: pg.Pool, leaseMs: number): LapseWatch {
  const deaths: Fault[] = [];
  const over = new AbortController();
  // Also when the run fails: it would never end, and not say why.
  t.after(() => over.abort());
  const watching = (async () => {
    let before = await readOwners(owner);
    while (!over.signal.aborted) {
      await sleep(LOOK_EVERY_MS);
      // The database is away: that is a fault of ours.
      const now = await readOwners(owner).catch(() => undefined);
      if (now === undefined) continue;
      const { isAnyDead, endpointIds } = ownedByDead(before, now);
      const untilMs = sharedClockMs();
      if (isAnyDead)
        deaths.push({ kind: 'lapse', fromMs: untilMs - 2 * leaseMs, untilMs, endpointIds, takenOver: 0 });
      before = now;
    }
  })();
  return {
    async stop(faults) {
      over.abort();
      await watching;
      // A fault ends its victim's name within two leases, and the machine may be slow to notice.
      const isOurs = ({ untilMs }: Fault): boolean =>
        faults.some((fault) => untilMs > fault.fromMs && untilMs < fault.untilMs + 3 * leaseMs);
      return deaths.filter((death) => !isOurs(death));
    },
  };
}
