/** A deposit whose decision waits: it leaves the top of the queue until then. */
export const HOLD_REASONS = [
  /** The bank shows no movements at the moment. */
  'bank_down',
  /** The transfer is carried out on the next working day. */
  'eft_next_day',
  'player_asked',
] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

export interface Hold {
  readonly until: Date;
  readonly reason: HoldReason;
}

/** Longer than any bank needs over a holiday. A deposit must not be forgotten behind a hold. */
export const HOLD_MAX_DAYS = 7;
const DAY_MS = 24 * 60 * 60_000;

/** A hold ends in the future, and soon enough. */
export function isHoldInRange(until: Date, now: Date): boolean {
  const lengthMs = until.getTime() - now.getTime();
  return lengthMs > 0 && lengthMs <= HOLD_MAX_DAYS * DAY_MS;
}

/** Whether the hold lasts. One whose time is over is no hold any more, though the row still has it. */
export function isHeld(heldUntil: Date | null, now: Date): heldUntil is Date {
  return heldUntil !== null && heldUntil > now;
}
