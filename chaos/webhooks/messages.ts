/** How often, in percent, a request gets which trouble. */
export interface Troubles {
  refuse: number;
  hang: number;
  reset: number;
}

/** Orders from a test to the process of the receivers. */
export type Order =
  | { kind: 'secrets'; byPath: Record<string, string> }
  | { kind: 'troubles'; troubles: Troubles; seed: number; mostOfAnEvent: number }
  /** This endpoint answers nothing until all are released. Then it answers everything that waits. */
  | { kind: 'hang'; path: string }
  /** This endpoint refuses everything until it is released. */
  | { kind: 'refuse'; path: string }
  /** Without a path: those that hang. */
  | { kind: 'release'; path?: string }
  /**
   * This endpoint answers everything with this status, after a while as over a network. It only counts: a receipt for each of a million
   * would fill the memory.
   */
  | { kind: 'count'; path: string; status: number; afterMs: number }
  /** Endpoints that only count keep their answers back, or give them again. */
  | { kind: 'hold'; isHeld: boolean }
  /** Answered with `receipts`: everything since the last report. */
  | { kind: 'report' };

export type Outcome = 'taken' | 'refused' | 'hung' | 'reset';

/** A request as a receiver saw it, in the order of arrival. */
export interface Receipt {
  path: string;
  /** From the header that the specification names. */
  eventId: string;
  outcome: Outcome;
  /** Milliseconds since 1970, with fractions: the clock that all processes of a machine share. */
  atMs: number;
  /** What the SDK says is wrong with it; null: the signature is right. */
  problem: string | null;
  reference: string;
}

export type Report =
  | { kind: 'ready'; port: number }
  | { kind: 'receipts'; receipts: Receipt[]; counted: number };

export function sharedClockMs(): number {
  return performance.timeOrigin + performance.now();
}
