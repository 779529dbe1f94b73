import type { Outcome, Pair } from './pairs.ts';

export interface BenchmarkOptions {
  /** Pairs for each workload. */
  pairs: number;
  /** Leaves out what is interesting only beside the figures. */
  isQuick: boolean;
  /** The one workload to run, if a benchmark has several. */
  only: string | undefined;
  /** Processes of the service, each with an equal share of the connections. */
  processes: number;
  nodeFlags: readonly string[];
  signal: AbortSignal;
  report: {
    step: (text: string) => void;
    pair: (name: string, pair: Pair, place: { index: number; of: number }) => void;
  };
}

export interface BenchmarkResult {
  outcomes: Outcome[];
  /** Measured for comparison only; not a figure of the benchmark. */
  asides: Outcome[];
  /** Sentences about other observations. */
  remarks: string[];
}

export interface Benchmark {
  description: string;
  /** Chosen for 60 s for the whole command, on two cores. */
  quickPairs: number;
  /** Whatever it starts, it gives to the stack, which stops it. */
  run: (disposal: AsyncDisposableStack, options: BenchmarkOptions) => Promise<BenchmarkResult>;
}

/** The concurrency that all figures are for. */
export const CONNECTIONS = 64;
export const SLICE_SECONDS = 2;
export const WARM_UP_SECONDS = 1;
