/** Mistakes that the delivery could make. A model that does not notice them would prove nothing. */

export const FAULTS = {
  hold_ends_when_sent: 'a reference is free again when the settle of its exceptions is sent',
  hold_ends_when_heard: 'a reference is free again at the commit, also for a read that began before it',
  waits_not_read: 'a read does not say which references have a pending exception',
  waits_beats_line: 'an event becomes an exception because of a replay, while one before it is still in line',
  followers_settled_first: 'what waits behind a failure is written before it',
  due_in_any_order: 'of the pending exceptions of a reference any is sent, not the first',
  position_skips_gaps: 'the position moves to the highest event that is done',
  position_waits_for_tries: 'the position moves only with the outcome of a try',
  position_unguarded: 'a refused settle moves the position all the same',
  no_owner_check: 'a settle counts without regard to the owner',
  fence_by_worker: 'a settle counts if its worker owns the endpoint, even by a later claim',
  no_clock_check: 'a worker does not look at its clock before it sends',
  loss_as_commit: 'a worker that does not hear of its settle goes on as if it were committed',
  loss_as_failure: 'a worker that does not hear of its settle keeps its memory and settles again',
  claim_skips_exceptions: 'a claim does not read which events above the position have an exception',
  own_not_claimed_again: 'a worker does not claim what it owns without knowing',
} as const;

export type Fault = keyof typeof FAULTS;

/** With these a fenced worker can do more than to log. */
export const FENCE_FAULTS: readonly Fault[] = [
  'position_unguarded',
  'no_owner_check',
  'fence_by_worker',
  'no_clock_check',
];
