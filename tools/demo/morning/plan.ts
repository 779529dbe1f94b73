/** What the morning brings: 300 transactions, with every state and everything that an operator can meet among them. */

/** How many deposits become what. Late money comes on top of them. */
export const DEPOSITS = {
  /** The first one decided. Its partner's site is down, so the webhook about it is parked. */
  told_in_vain: 1,
  approved: 118,
  approved_with_another_amount: 12,
  /** Its player forgot the button. */
  approved_on_behalf: 6,
  approved_by_two: 2,
  rejected: 24,
  expired: 12,
  cancelled: 8,
  waiting_payment: 12,
  waiting: 26,
  held: 3,
  /** Somebody else has sent the money, as the player says. */
  third_party: 3,
  /** Its account was frozen between its creation and the player's press, or that of the first of them was. */
  moved: 8,
  /** Two of one player, with the same amount. */
  twin: 4,
  /** Above the amount that one person may approve. */
  large: 2,
  /** The same, and a second person was asked. */
  asked: 1,
} as const;
export type DepositKind = keyof typeof DEPOSITS;

export const WITHDRAWALS = {
  queued: 14,
  taken: 5,
  authorised: 4,
  part_sent: 1,
  approved: 20,
  rejected: 5,
  cancelled: 4,
  returned: 2,
  /** Taken, and put back. */
  released: 1,
} as const;
export type WithdrawalKind = keyof typeof WITHDRAWALS;

/** For an expired and for a rejected deposit. */
export const LATE_MONEY = 2;

/** One of a kind: `number` names its player, and `place` says the how manieth of its kind it is. */
export interface Planned<Kind> {
  kind: Kind;
  number: number;
  place: number;
}

/** Each kind as often as it comes. */
export function planOf<Kind extends string>(
  counts: Readonly<Record<Kind, number>>,
  firstNumber = 0,
): Planned<Kind>[] {
  const kinds = Object.keys(counts) as Kind[];
  return kinds
    .flatMap((kind) => Array.from({ length: counts[kind] }, (_, place) => ({ kind, place })))
    .map((one, index) => ({ ...one, number: firstNumber + index }));
}
