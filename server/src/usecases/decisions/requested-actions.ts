/** The decisions on transactions that can wait for a second person, by the names that their requests have. */
export const REQUESTED_ACTIONS = [
  'deposit.approve',
  'deposit.correct',
  'withdrawal.authorise',
  'withdrawal.correct',
  'withdrawal.return_payout',
] as const;
export type RequestedAction = (typeof REQUESTED_ACTIONS)[number];
