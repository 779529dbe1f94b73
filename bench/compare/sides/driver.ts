import type { CpuTimes } from '../../cpu.ts';
import type { Run } from '../../load/load.ts';
import type { SideOptions } from '../messages.ts';

/** The service under a load of a fixed number of operations. */
export interface Driver {
  reset: () => Promise<void>;
  /** Ends when all work is finished. */
  run: () => Promise<Run>;
  /** Throws when the database does not contain what they should have left. */
  verify: (run: Run) => Promise<void>;
  readCpu: () => CpuTimes;
}

export type StartDriver = (
  disposal: AsyncDisposableStack,
  options: SideOptions & { signal: AbortSignal },
) => Promise<Driver>;

/** Autovacuum starts at any time, and would count for the slice in which it runs. Every slice begins with fresh tables. */
export const SETTINGS = { autovacuum: 'off' };
