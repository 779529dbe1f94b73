/** Time comes in through this, so that a test can hold it still. */
export interface Clock {
  /** Wall clock, Unix milliseconds. */
  nowMs(): number;
  /** Never goes back; for ages and deadlines. */
  monotonicMs(): number;
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
};
