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
  /** This endpoint answers nothing until it is released. Then it answers everything that waits. */
  | { kind: 'hang'; path: string }
  | { kind: 'release' }
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

export type Report = { kind: 'ready'; port: number } | { kind: 'receipts'; receipts: Receipt[] };

export function sharedClockMs(): number {
  return performance.timeOrigin + performance.now();
}
