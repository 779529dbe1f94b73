/** Orders from the benchmark to the process in which operators decide. */
export type Order =
  /** Operators who each approve one deposit after another. */
  | { kind: 'approve'; operators: number; warmUpSeconds: number; seconds: number }
  /** The same, until this many are approved. */
  | { kind: 'so-many'; operators: number; deposits: number }
  /**
   * One operator who approves many deposits, a number of them submitted at a time, beside one who approves single deposits.
   */
  | { kind: 'bulk'; deposits: number; outstanding: number };

/** Its reports, in this order: `ready` once, then `measuring`, `measured` and `done` for each order. */
export type Report =
  | { kind: 'ready' }
  /** The warm-up has ended. */
  | { kind: 'measuring' }
  /** The measured time has ended; the last decisions may still be on their way. */
  | { kind: 'measured' }
  | ({ kind: 'done' } & Decided)
  | { kind: 'failed'; reason: string };

export interface Decided {
  /** Everything that was approved, including the warm-up. */
  succeeded: number;
  /** What was approved in the measured time. */
  operations: number;
  seconds: number;
  /** How long decisions took: those of all operators or, in a bulk, those of the operator beside it. */
  latenciesMs: { p50: number; p99: number; max: number; count: number };
}

export function latencySummary(latenciesMs: readonly number[]): Decided['latenciesMs'] {
  const sorted = latenciesMs.toSorted((left, right) => left - right);
  const at = (part: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), max: at(1), count: sorted.length };
}
