import type { CpuTimes } from '../cpu.ts';
import { cpuBetween } from '../cpu.ts';

/** How long a load generator runs, and how its cost is measured. */
export interface LoadOptions {
  connections: number;
  /** Not measured: new sessions plan their statements and fill their caches. */
  warmUpSeconds: number;
  seconds: number;
  readCpu: () => CpuTimes;
  signal: AbortSignal;
}

export interface Run {
  /** Everything that succeeded, including the warm-up. The database must contain as much. */
  succeeded: number;
  /** What was done in the measured time. */
  operations: number;
  seconds: number;
  cpu: CpuTimes;
}

/** A generator that has not ended this long after its time is stuck: PostgreSQL or the service no longer answers. */
export function timeoutOf({ warmUpSeconds, seconds }: LoadOptions): number {
  return (warmUpSeconds + seconds) * 1_000 + 15_000;
}

/** Reads processor times from the end of the warm-up to the end of the run. */
export function createCpuWindow(readCpu: LoadOptions['readCpu']): {
  open: () => void;
  close: () => CpuTimes;
} {
  let before: CpuTimes | undefined;
  return {
    open: () => {
      before ??= readCpu();
    },
    close() {
      if (!before) throw new Error('The warm-up never ended.');
      return cpuBetween(before, readCpu());
    },
  };
}
