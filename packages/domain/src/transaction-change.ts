/** What a decision does to a transaction: a row in, a change out. Nothing is read or written here. */
import type { Person } from './actor.ts';
import { REJECTED_DEPOSIT_AMOUNTS, REJECTED_WITHDRAWAL_AMOUNTS } from './commission.ts';
import type { DepositAmounts, WithdrawalAmounts } from './commission.ts';
import type { Hold } from './hold.ts';
import type { Cents } from './money.ts';
import type { PayoutPart } from './payout-parts.ts';
import { transitionPosting } from './postings.ts';
import type { PostedTransaction, Posting } from './postings.ts';
import { transition } from './transaction-state.ts';
import type {
  EventType,
  ReasonCode,
  StepTrigger,
  TransactionState,
  TransactionType,
  Transition,
  Trigger,
} from './transaction-state.ts';
import type { TwoPeopleReason } from './two-people.ts';

/** What isn't named stays as it is. */
export interface TransactionChange {
  from: TransactionState;
  trigger: StepTrigger;
  to: TransactionState;
  /** What the partner is told, if it is told. */
  event: EventType | null;
  amounts?: DepositAmounts | WithdrawalAmounts;
  actualAmountCents?: Cents | null;
  bankAccountId?: string | null;
  takenBy?: Person | null;
  authorisedBy?: Person | null;
  reasonCode?: ReasonCode;
  posting?: Posting | undefined;
  /** The partner's balance must not end up below this. */
  floorCents?: Cents;
  /** Why it takes a second person. Empty or absent: it is this person's to decide. */
  twoPeople?: readonly TwoPeopleReason[];
  /** What the decision adds to the day's sums, because one hand makes it. */
  alone?: readonly AloneAmount[];
  /** A transfer that is a part of the payout. */
  part?: PayoutPart;
  /** A decision ends the hold of a deposit, unless it is this one. */
  hold?: Hold;
  /** What the person said of the bank or of marks, for the history. */
  said?: Readonly<Record<string, unknown>>;
}

export const ALONE_KINDS = ['player_deposits', 'player_payouts', 'iban_payouts', 'operations'] as const;

/** An amount that one hand moves, and the most that one hand may move for its subject on a day. */
export interface AloneAmount {
  readonly kind: (typeof ALONE_KINDS)[number];
  readonly subject: string;
  readonly amountCents: Cents;
  readonly limitCents: Cents;
}

type Edge = Transition & { from: NonNullable<Transition['from']> };

/** The edge that a trigger takes from where the transaction stands, or why there is none. */
export function edgeFrom(
  { status, stage, ...transaction }: TransactionState & { type: TransactionType },
  type: TransactionType,
  trigger: Trigger,
): Edge | 'transaction_not_found' | 'state_conflict' {
  if (transaction.type !== type) return 'transaction_not_found';
  const edge = transition(type, { status, stage }, trigger);
  return edge?.from ? { ...edge, from: edge.from } : 'state_conflict';
}

/** Where an edge leads, whom it tells and what it posts, with the amounts that it gives the transaction. */
export function changeBy(
  edge: Edge,
  transaction: PostedTransaction & { readonly originalTransactionId?: string | null },
  amounts?: DepositAmounts | WithdrawalAmounts,
): TransactionChange {
  const { from, trigger, to } = edge;
  const event = toldBy(edge, { isLateMoney: (transaction.originalTransactionId ?? null) !== null });
  // A rejection sets the amounts to nothing, and what it gives back is what they were.
  const posted = to.status === 'rejected' ? transaction : { ...transaction, ...amounts };
  const posting = transitionPosting(edge, posted);
  return { from, trigger, to, event, posting, ...(amounts ? { amounts } : {}) };
}

/**
 * The event of a step. A late entry that is rejected is our own affair: under the old reference, the partner would read it
 * as the rejection of a deposit that was credited.
 */
export function toldBy(
  { to, event }: Pick<Transition, 'to' | 'event'>,
  { isLateMoney }: { readonly isLateMoney: boolean },
): EventType | null {
  return isLateMoney && to.status === 'rejected' ? null : event;
}

/** What a rejected transaction shows. */
export function rejectedAmounts(type: TransactionType): DepositAmounts | WithdrawalAmounts {
  return type === 'deposit' ? REJECTED_DEPOSIT_AMOUNTS : REJECTED_WITHDRAWAL_AMOUNTS;
}
