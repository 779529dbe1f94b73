/** What may be wrong. The checks give single findings, each with its time; the checker counts them fault by fault. */

/** What must never happen, whatever breaks. */
export const BROKEN_PROMISES = {
  lost: 'what was acknowledged is not in the database, or otherwise',
  doubled: 'what was asked for once is there, or was told, twice',
  refused: 'something was refused although it exists',
  refusedForRate: 'a create was refused for its rate, which was below the limit',
  otherBytes: 'a repeat was answered with other bytes',
  serverErrors: 'the answer was 500',
  webhooksMissing: 'an outcome has no event, or its webhook never came',
  codesTwice: 'reference codes were given out twice',
  phantoms: 'a webhook came of an event that is not there',
  mistold: 'an event or a webhook says otherwise than the decision',
  unsafe: 'a create was acknowledged while the primary had no standby',
  givenUp: 'a create, press or decision was never taken',
  books: 'the books or the audit log do not verify',
} as const;

export type BrokenPromise = keyof typeof BROKEN_PROMISES;

export interface Finding {
  kind: BrokenPromise;
  /** When the client was told, or was to be told. */
  at: number;
  what: string;
}
