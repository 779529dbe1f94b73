/**
 * The states of a transaction as a partner's people see them. The API has fewer: there a withdrawal is `waiting_confirmation` until it is decided,
 * and `rejected` when it came back.
 */
import { TRANSACTION_STATUSES } from './transaction-state.ts';
import type { ReasonCode, TransactionStatus } from './transaction-state.ts';

export const PORTAL_STATES = [
  ...TRANSACTION_STATUSES,
  /** It is authorised: its money is set aside, and has left the balance. */
  'being_paid',
  /** It was paid, and the bank sent it back. */
  'came_back',
] as const;
export type PortalState = (typeof PORTAL_STATES)[number];

/** By what a list is chosen. What was rejected and what came back are one choice: no index knows reasons. */
export const STATE_FILTERS = [
  'waiting_payment',
  'waiting_confirmation',
  'being_paid',
  'approved',
  'rejected',
] as const satisfies readonly PortalState[];
export type StateFilter = (typeof STATE_FILTERS)[number];

export function portalStateOf({
  status,
  reasonCode,
  isSetAside,
}: {
  status: TransactionStatus;
  reasonCode: ReasonCode | null;
  isSetAside: boolean;
}): PortalState {
  if (status === 'waiting_confirmation' && isSetAside) return 'being_paid';
  return status === 'rejected' && reasonCode === 'payout_returned' ? 'came_back' : status;
}
