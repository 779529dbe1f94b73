/**
 * The states of a transaction. `TRANSITIONS` is the only list of edges in the system: a decision is a guarded update from
 * the row's `from` to its `to`, and a pair that is not listed is a conflict.
 */

export const TRANSACTION_TYPES = ['deposit', 'withdrawal'] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** Every status of a deposit that a partner sees. Expiry and cancellation end in `rejected` with a reason code. */
export const DEPOSIT_STATUSES = ['waiting_payment', 'waiting_confirmation', 'approved', 'rejected'] as const;

/** A withdrawal uses the same statuses without `waiting_payment`, so the deposit's list is the whole list. */
export const TRANSACTION_STATUSES = DEPOSIT_STATUSES;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

/** The progress of a withdrawal inside `waiting_confirmation`. Money may be sent only when it is authorised. */
export const WITHDRAWAL_STAGES = ['queued', 'taken', 'authorised'] as const;
export type WithdrawalStage = (typeof WITHDRAWAL_STAGES)[number];

/** Why a transaction was rejected. `other` needs a note for staff. */
export const REASON_CODES = [
  'no_money_seen',
  'amount_mismatch',
  'third_party_sender',
  'duplicate',
  'suspected_fraud',
  'player_request',
  'partner_cancelled',
  'expired',
  'account_closed',
  'payout_failed',
  'payout_returned',
  'other',
] as const;
export type ReasonCode = (typeof REASON_CODES)[number];

/** What is decided on a transaction, or happens to it. Some of it leaves the state as it is. */
export const TRIGGERS = [
  'create',
  /** The player pressed the transfer-sent button. */
  'confirm_sent',
  /** The player forgot the button, but an operator or a statement match saw the money. */
  'confirm_on_behalf',
  'approve',
  'reject',
  'expire',
  /** By the partner. */
  'cancel',
  /** Records the operator, and the bank account that will pay. */
  'take',
  'release',
  'authorise',
  /** Needs a second person, because the money may already be on its way. */
  'release_authorised',
  /** One of several transfers that a payout is sent in. The state stays: the payout is paid when all were sent. */
  'part_sent',
  /** Another operator looked at the bank, found that nothing was sent, and goes on in place of the one who took it. */
  'hand_over',
  /** The bank sent an approved payout back. */
  'payout_returned',
  /** The decision on a deposit waits until a time, for a reason. It may be made earlier all the same. */
  'hold',
  'unhold',
] as const;
export type Trigger = (typeof TRIGGERS)[number];

/** A bank froze the account of an open deposit, which now shows another account. Its state does not change. */
export const ACCOUNT_CHANGED = 'account_changed';

/** Two people corrected a wrong approval of a deposit: its amounts change, its state does not. */
export const CORRECT = 'correct';

/** Two people corrected at which of our bank accounts a transaction's money moved. Nothing else changes. */
export const ACCOUNT_CORRECTED = 'account_corrected';

/** What the history of a transaction records: state changes, and what happens in between. */
export const STEP_TRIGGERS = [...TRIGGERS, ACCOUNT_CHANGED, CORRECT, ACCOUNT_CORRECTED] as const;
export type StepTrigger = (typeof STEP_TRIGGERS)[number];

/** The events that tell a partner about state changes. */
export const TRANSITION_EVENTS = [
  'deposit.approved',
  'deposit.rejected',
  'withdrawal.approved',
  'withdrawal.rejected',
] as const;
export type TransitionEvent = (typeof TRANSITION_EVENTS)[number];

/** Every event that a partner receives. A correction changes no state, so no edge of the table leads to its event. */
export const EVENT_TYPES = [...TRANSITION_EVENTS, 'deposit.corrected'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** `stage` is null for every deposit, and for a withdrawal outside `waiting_confirmation`. */
export interface TransactionState {
  readonly status: TransactionStatus;
  readonly stage: WithdrawalStage | null;
}

export interface Transition {
  readonly type: TransactionType;
  /** null: the transaction doesn't exist yet. */
  readonly from: TransactionState | null;
  readonly trigger: Trigger;
  readonly to: TransactionState;
  readonly event: TransitionEvent | null;
}

type Row<Event> = readonly [
  from: TransactionState | null,
  trigger: Trigger,
  to: TransactionState,
  event: Event | null,
];

const WAITING_PAYMENT: TransactionState = { status: 'waiting_payment', stage: null };
const WAITING_CONFIRMATION: TransactionState = { status: 'waiting_confirmation', stage: null };
const QUEUED: TransactionState = { status: 'waiting_confirmation', stage: 'queued' };
const TAKEN: TransactionState = { status: 'waiting_confirmation', stage: 'taken' };
const AUTHORISED: TransactionState = { status: 'waiting_confirmation', stage: 'authorised' };
const APPROVED: TransactionState = { status: 'approved', stage: null };
const REJECTED: TransactionState = { status: 'rejected', stage: null };

// A deposit never expires after its player says that the money is on its way.
const DEPOSIT_ROWS: readonly Row<`deposit.${string}` & TransitionEvent>[] = [
  [null, 'create', WAITING_PAYMENT, null],
  [WAITING_PAYMENT, 'confirm_sent', WAITING_CONFIRMATION, null],
  [WAITING_PAYMENT, 'confirm_on_behalf', WAITING_CONFIRMATION, null],
  [WAITING_PAYMENT, 'expire', REJECTED, 'deposit.rejected'],
  [WAITING_PAYMENT, 'cancel', REJECTED, 'deposit.rejected'],
  [WAITING_CONFIRMATION, 'approve', APPROVED, 'deposit.approved'],
  [WAITING_CONFIRMATION, 'reject', REJECTED, 'deposit.rejected'],
  [WAITING_CONFIRMATION, 'hold', WAITING_CONFIRMATION, null],
  [WAITING_CONFIRMATION, 'unhold', WAITING_CONFIRMATION, null],
];

// Rejection is possible at every stage. Without an enabled bank account nothing can be taken, and without credit nothing
// can be authorised, but the player must still get the money back.
const WITHDRAWAL_ROWS: readonly Row<`withdrawal.${string}` & TransitionEvent>[] = [
  [null, 'create', QUEUED, null],
  [QUEUED, 'take', TAKEN, null],
  [QUEUED, 'cancel', REJECTED, 'withdrawal.rejected'],
  [QUEUED, 'reject', REJECTED, 'withdrawal.rejected'],
  [TAKEN, 'release', QUEUED, null],
  [TAKEN, 'authorise', AUTHORISED, null],
  [TAKEN, 'reject', REJECTED, 'withdrawal.rejected'],
  [AUTHORISED, 'part_sent', AUTHORISED, null],
  [AUTHORISED, 'hand_over', AUTHORISED, null],
  [AUTHORISED, 'release_authorised', QUEUED, null],
  [AUTHORISED, 'approve', APPROVED, 'withdrawal.approved'],
  [AUTHORISED, 'reject', REJECTED, 'withdrawal.rejected'],
  [APPROVED, 'payout_returned', REJECTED, 'withdrawal.rejected'],
];

export const TRANSITIONS: readonly Transition[] = [
  ...DEPOSIT_ROWS.map(([from, trigger, to, event]) => ({
    type: 'deposit' as const,
    from,
    trigger,
    to,
    event,
  })),
  ...WITHDRAWAL_ROWS.map(([from, trigger, to, event]) => ({
    type: 'withdrawal' as const,
    from,
    trigger,
    to,
    event,
  })),
];

/** The state a new transaction starts in; the `create` rows of the table lead here. */
export const INITIAL_STATE: Readonly<Record<TransactionType, TransactionState>> = {
  deposit: WAITING_PAYMENT,
  withdrawal: QUEUED,
};

/** The edge that a trigger takes from a state (null: before creation); undefined when there is none. */
export function transition(
  type: TransactionType,
  from: TransactionState | null,
  trigger: Trigger,
): Transition | undefined {
  return TRANSITIONS.find(
    (edge) => edge.type === type && edge.trigger === trigger && isSameState(edge.from, from),
  );
}

function isSameState(left: TransactionState | null, right: TransactionState | null): boolean {
  if (left === null || right === null) return left === right;
  return left.status === right.status && left.stage === right.stage;
}
