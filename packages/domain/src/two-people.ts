/** Which decisions about money take two people, and why. */
import { addCents, cents, negateCents, subtractCents } from './money.ts';
import type { Cents } from './money.ts';
import { compareNames } from './names.ts';

export const TWO_PEOPLE_REASONS = [
  /** It is of a kind that always takes two: a correction, an adjustment, a change that widens. */
  'always',
  'above_four_eyes',
  /** With what one hand decided for the same player, account or person today, it is above the four-eyes amount. */
  'day_sum',
  /** Much more came than was asked for. */
  'exceeds_asked',
  'late_money',
  'another_sender',
  'another_holder',
  /** Its money was refused for another player. */
  'refused_for_another',
  /** Whoever refused the money would credit it. */
  'refused_by_same',
  /** Many approvals at once, above the amount for a bulk. */
  'bulk_sum',
] as const;
export type TwoPeopleReason = (typeof TWO_PEOPLE_REASONS)[number];

/** Usual, until an administrator chooses another amount. */
export const DEFAULT_FOUR_EYES_CENTS: Cents = cents(50_000_00n);

/** An approval may exceed what was asked for by a fifth, or by this much, before a second person looks. */
const EXCESS_SHARE_PERCENT = 20n;
const EXCESS_CENTS = cents(5_000_00n);

/** Late money up to this amount is one person's to credit. */
const LATE_MONEY_CENTS = cents(5_000_00n);

/** Approvals in bulk up to this sum are one person's. */
export const BULK_SUM_CENTS: Cents = cents(250_000_00n);
export const BULK_MAX = 100;

/** The amount that counts: the larger of the amount and what it costs the balance. */
export function amountThatCounts(amountCents: Cents, balanceImpactCents: Cents): Cents {
  const cost = balanceImpactCents < 0n ? negateCents(balanceImpactCents) : balanceImpactCents;
  return amountCents > cost ? amountCents : cost;
}

/** What counts towards the sums of the day, and how far they are. */
export interface AmountInContext {
  /** The amount that counts. */
  readonly amountCents: Cents;
  readonly fourEyesCents: Cents;
  /** What one hand alone has decided today, for each subject that the amount adds to. */
  readonly aloneTodayCents: readonly Cents[];
}

function amountReasons({ amountCents, fourEyesCents, aloneTodayCents }: AmountInContext): TwoPeopleReason[] {
  if (amountCents > fourEyesCents) return ['above_four_eyes'];
  return aloneTodayCents.some((sum) => addCents(sum, amountCents) > fourEyesCents) ? ['day_sum'] : [];
}

/** Whether a name at a bank belongs to somebody else than the player. */
export function isSomebodyElse(nameAtBank: string, playerName: string): boolean {
  return compareNames(nameAtBank, playerName) === 'different';
}

/** Approving a deposit. */
export function depositApprovalReasons(
  approval: AmountInContext & {
    readonly requestedCents: Cents;
    readonly isLateMoney: boolean;
    /** Who sent it, as the player says and as the bank shows it, as far as either is known. */
    readonly senders: readonly (string | null)[];
    /** It is money that was refused because somebody else had sent it. */
    readonly wasRefusedForSender?: boolean;
    /** It is money that was refused for another player. */
    readonly wasRefusedForAnother?: boolean;
    /** It is money that this person refused. */
    readonly wasRefusedBySame?: boolean;
    readonly playerName: string;
  },
): TwoPeopleReason[] {
  const { amountCents, requestedCents, isLateMoney, senders, playerName } = approval;
  const isAnotherSender =
    approval.wasRefusedForSender === true ||
    senders.some((name) => name !== null && isSomebodyElse(name, playerName));
  const excess = subtractCents(amountCents, requestedCents);
  const exceeds = excess > EXCESS_CENTS && excess * 100n > requestedCents * EXCESS_SHARE_PERCENT;
  return [
    ...amountReasons(approval),
    ...(exceeds ? (['exceeds_asked'] as const) : []),
    ...(isLateMoney && amountCents > LATE_MONEY_CENTS ? (['late_money'] as const) : []),
    ...(isAnotherSender ? (['another_sender'] as const) : []),
    ...(approval.wasRefusedForAnother === true ? (['refused_for_another'] as const) : []),
    ...(approval.wasRefusedBySame === true ? (['refused_by_same'] as const) : []),
  ];
}

/** Authorising a payout. */
export function payoutReasons(
  payout: AmountInContext & { readonly holderName: string; readonly playerName: string },
): TwoPeopleReason[] {
  const isOther = isSomebodyElse(payout.holderName, payout.playerName);
  return [...amountReasons(payout), ...(isOther ? (['another_holder'] as const) : [])];
}

/** Saying that a payout came back short. What is missing is a bank's fee, so the rule is that of a fee. */
export function shortReturnReasons(fee: AmountInContext): TwoPeopleReason[] {
  return amountReasons(fee);
}

/** Posting an operation of the ledger. */
export function operationReasons(
  operation: AmountInContext & { readonly takesTwoAlways: boolean },
): TwoPeopleReason[] {
  return operation.takesTwoAlways ? ['always'] : amountReasons(operation);
}
