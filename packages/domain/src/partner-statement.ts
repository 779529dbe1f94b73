/**
 * A partner's statement: what its balance was, everything that moved it, and what it is. The balance is what the partner has available
 * (`partner_balance`): a withdrawal leaves it when it is authorised. What is set aside for withdrawals until they are paid
 * (`partner_reserved`) is a small account of its own beside it.
 */
import { withdrawalAmounts } from './commission.ts';
import type { Terms } from './commission.ts';
import { ZERO_CENTS, addCents, negateCents, subtractCents } from './money.ts';
import type { Cents } from './money.ts';
import type { PostingKind } from './postings.ts';

/** What moves a balance, in the words of a partner and in the order in which a statement sums it up. */
export const MOVEMENT_KINDS = [
  /** A player's money came, also late. */
  'deposit',
  /** A deposit was credited with a wrong amount. */
  'correction',
  /** A payout to a player was authorised. */
  'withdrawal',
  /** It was authorised, and not paid after all. */
  'withdrawal_released',
  /** It was paid, and the bank sent it back. */
  'withdrawal_returned',
  /** The partner paid money in. */
  'top_up',
  /** The partner was paid its money. */
  'settlement',
  /** Anything else that two of our people agreed on. */
  'adjustment',
] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

/** Null: it moves no partner's balance. */
const MOVEMENT_OF_POSTING: Readonly<Record<PostingKind, MovementKind | null>> = {
  deposit_approved: 'deposit',
  deposit_refused: null,
  refused_money_credited: 'deposit',
  deposit_corrected: 'correction',
  deposit_account_corrected: null,
  withdrawal_authorised: 'withdrawal',
  withdrawal_released: 'withdrawal_released',
  withdrawal_approved: null,
  withdrawal_account_corrected: null,
  payout_returned: 'withdrawal_returned',
  settled_to_partner: 'settlement',
  topped_up: 'top_up',
  internal_transfer_sent: null,
  internal_transfer_arrived: null,
  internal_transfer_returned: null,
  bank_fee_charged: null,
  misdirected_sent: null,
  misdirected_recovered: null,
  returned_to_sender: null,
  adjusted: 'adjustment',
};

/** The postings that a statement has of a kind. */
export function postingsOf(kind: MovementKind): PostingKind[] {
  return (Object.keys(MOVEMENT_OF_POSTING) as PostingKind[]).filter(
    (posting) => MOVEMENT_OF_POSTING[posting] === kind,
  );
}

/** Kinds of a statement that add several postings up. A kind of a single posting is called by that posting. */
export const JOINT_KINDS = ['deposit'] as const satisfies readonly MovementKind[];

/** By what entries of the books are chosen: a posting, or what a statement adds up under one name. */
export type EntryKind = PostingKind | (typeof JOINT_KINDS)[number];

/** The choice that leads to exactly what a statement has of a kind. */
export function entryKindOf(kind: MovementKind): EntryKind {
  const joint = JOINT_KINDS.find((one) => one === kind);
  const [posting] = postingsOf(kind);
  if (joint === undefined && posting === undefined) throw new Error(`Nothing posts ${kind}.`);
  return joint ?? (posting as PostingKind);
}

/** The postings of a choice. */
export function postingsIn(kind: EntryKind): PostingKind[] {
  const joint = JOINT_KINDS.find((one) => one === kind);
  return joint === undefined ? [kind as PostingKind] : postingsOf(joint);
}

/** What one decision or operation posted to a partner's accounts. Nothing of it ever changes. */
export interface PostedCause {
  readonly kind: PostingKind;
  /** To `partner_balance`. */
  readonly balanceCents: Cents;
  /** To `partner_commission`: what we earned by it. */
  readonly earnedCents: Cents;
  /** What was asked for, and under which terms; null unless it is about a withdrawal. */
  readonly withdrawal: { readonly requestedCents: Cents; readonly terms: Terms } | null;
}

/** Each is what it does to the balance, so that a payout is below zero: gross and commission are the net amount. */
export interface Movement {
  readonly kind: MovementKind;
  /** What moved at the bank. */
  readonly grossCents: Cents;
  readonly commissionCents: Cents;
  readonly netCents: Cents;
}

export function movementOf(posted: PostedCause): Movement {
  const kind = MOVEMENT_OF_POSTING[posted.kind];
  if (kind === null) throw new Error(`${posted.kind} moves no partner's balance.`);
  const commissionCents = commissionIn(posted);
  const netCents = posted.balanceCents;
  return { kind, grossCents: subtractCents(netCents, commissionCents), commissionCents, netCents };
}

/**
 * Usually what we earned. The commission of a withdrawal is earned when it is paid, but leaves the balance when it is authorised. It follows
 * from the terms of its creation: the amounts of a withdrawal that was rejected later are zero.
 */
function commissionIn({ kind, withdrawal, earnedCents }: PostedCause): Cents {
  if (kind !== 'withdrawal_authorised' && kind !== 'withdrawal_released') return negateCents(earnedCents);
  if (withdrawal === null) throw new Error(`${kind} is about a withdrawal.`);
  const { commissionCents } = withdrawalAmounts(withdrawal);
  return kind === 'withdrawal_authorised' ? negateCents(commissionCents) : commissionCents;
}

/** All movements of a kind together. */
export interface MovementSum extends Movement {
  readonly count: number;
}

/** What was set aside for withdrawals, and what became of it. */
export const RESERVE_KINDS = [
  /** A payout was authorised. */
  'set_aside',
  /** It was paid: to the player, and the commission to us. */
  'paid_out',
  /** It was not paid, and is available again. */
  'given_back',
] as const;
export type ReserveKind = (typeof RESERVE_KINDS)[number];

/** One posting each: what two of ours agree on never moves what is set aside. */
const POSTING_OF_RESERVE = {
  set_aside: 'withdrawal_authorised',
  paid_out: 'withdrawal_approved',
  given_back: 'withdrawal_released',
} as const satisfies Record<ReserveKind, PostingKind>;

/** The choice of entries that leads to exactly what a statement has of a kind. */
export const entryKindOfReserve = (kind: ReserveKind): EntryKind => POSTING_OF_RESERVE[kind];

/** Each is what it does to what is set aside. */
export interface ReserveSum {
  readonly kind: ReserveKind;
  readonly amountCents: Cents;
}

/**
 * What is set aside leaves the balance with the same transfer, and so does what comes back to it: both are known from the movements of the
 * period. Nothing but a payment takes the rest away.
 */
export function reserveSums(
  sums: readonly MovementSum[],
  { openingCents, closingCents }: Ends,
): ReserveSum[] {
  const fromBalance = (kind: MovementKind): Cents =>
    negateCents(sums.find((sum) => sum.kind === kind)?.netCents ?? ZERO_CENTS);
  const setAside = fromBalance('withdrawal');
  const givenBack = fromBalance('withdrawal_released');
  const withoutPayments = addCents(addCents(openingCents, setAside), givenBack);
  const amounts: Readonly<Record<ReserveKind, Cents>> = {
    set_aside: setAside,
    paid_out: subtractCents(closingCents, withoutPayments),
    given_back: givenBack,
  };
  return RESERVE_KINDS.map((kind) => ({ kind, amountCents: amounts[kind] }));
}

/** An account at both ends of a period. */
export interface Ends {
  readonly openingCents: Cents;
  readonly closingCents: Cents;
}

/** Adds movements up, in the order of the books. It refuses books that have a gap. */
export interface StatementSums {
  add(movement: Movement, balanceAfterCents: Cents): void;
  /** Every kind that occurred, in the order of MOVEMENT_KINDS. */
  sums(): MovementSum[];
  count(): number;
  closingCents(): Cents;
}

export function startSums(openingCents: Cents): StatementSums {
  const byKind = new Map<MovementKind, MovementSum>();
  let balanceCents = openingCents;
  let count = 0;
  return {
    add(movement, balanceAfterCents) {
      balanceCents = addCents(balanceCents, movement.netCents);
      if (balanceCents !== balanceAfterCents) {
        throw new Error(`The movements lead to ${balanceCents}, and the books say ${balanceAfterCents}.`);
      }
      const before = byKind.get(movement.kind);
      byKind.set(movement.kind, before === undefined ? { ...movement, count: 1 } : plus(before, movement));
      count += 1;
    },
    sums: () => MOVEMENT_KINDS.flatMap((kind) => byKind.get(kind) ?? []),
    count: () => count,
    closingCents: () => balanceCents,
  };
}

function plus(sum: MovementSum, movement: Movement): MovementSum {
  return {
    kind: sum.kind,
    count: sum.count + 1,
    grossCents: addCents(sum.grossCents, movement.grossCents),
    commissionCents: addCents(sum.commissionCents, movement.commissionCents),
    netCents: addCents(sum.netCents, movement.netCents),
  };
}

/** Of all kinds together. */
export function totalOf(sums: readonly MovementSum[]): Omit<MovementSum, 'kind'> {
  return sums.reduce(
    (total, sum) => ({
      count: total.count + sum.count,
      grossCents: addCents(total.grossCents, sum.grossCents),
      commissionCents: addCents(total.commissionCents, sum.commissionCents),
      netCents: addCents(total.netCents, sum.netCents),
    }),
    { count: 0, grossCents: ZERO_CENTS, commissionCents: ZERO_CENTS, netCents: ZERO_CENTS },
  );
}

/** A file of a statement. */
export const STATEMENT_FORMATS = ['pdf', 'xlsx', 'csv'] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

/** A closed month has a number and never changes; any other period is as the books are when it is made. */
export const STATEMENT_SCOPES = ['month', 'period'] as const;
export type StatementScope = (typeof STATEMENT_SCOPES)[number];

export const STATEMENT_STATES = ['waiting', 'ready', 'failed'] as const;
export type StatementState = (typeof STATEMENT_STATES)[number];

/** Why there is no file. */
export const STATEMENT_PROBLEMS = [
  /** More movements than a file of this format can have. */
  'too_many_movements',
  /** It was tried several times in vain; we look into it. */
  'not_made',
] as const;
export type StatementProblem = (typeof STATEMENT_PROBLEMS)[number];

/** A period is at most so long: a year, also a leap year. */
export const STATEMENT_MOST_DAYS = 366;

/** No statement has an earlier day. The database holds it too. */
export const STATEMENT_FIRST_DAY = '2020-01-01';

/** So long a file is kept. Of a closed month the same one can be made again at any time. */
export const STATEMENT_KEPT_DAYS = 90;

/** "VZ-2026-10-0007": the seventh statement of this partner. */
export function statementNumber({ month, no }: { month: string; no: number }): string {
  return `VZ-${month}-${String(no).padStart(4, '0')}`;
}
