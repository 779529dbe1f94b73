import type { CpuTimes } from '../../cpu.ts';
import type { Run } from '../../load/load.ts';
import type { SideOptions } from '../messages.ts';

/** The service under a load of so many operations. */
export interface Driver {
  reset: () => Promise<void>;
  /** Ends when nothing is under way any more. */
  run: () => Promise<Run>;
  /** Throws when the database does not hold what they should have left. */
  verify: (run: Run) => Promise<void>;
  readCpu: () => CpuTimes;
}

export type StartDriver = (
  disposal: AsyncDisposableStack,
  options: SideOptions & { signal: AbortSignal },
) => Promise<Driver>;

/** Autovacuum wakes when it likes, and would count for the slice that it falls into. Every slice begins with fresh tables. */
export const SETTINGS = { autovacuum: 'off' };
