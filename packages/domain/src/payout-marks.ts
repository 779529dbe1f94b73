/** What an operator has to have read before a payout is taken or authorised. */
import { isSomebodyElse } from './two-people.ts';

export const PAYOUT_MARKS = [
  /** Our answer may not have reached the partner: it may have given the player the money back already. */
  'partner_may_not_know',
  /** The account belongs to somebody else than the player. */
  'another_holder',
  /** Other players are paid to the same account. */
  'iban_of_other_players',
  /** The player's last payout went to another account. */
  'iban_changed',
] as const;
export type PayoutMark = (typeof PAYOUT_MARKS)[number];

export function payoutMarks(payout: {
  readonly isAnswerUnconfirmed: boolean;
  readonly holderName: string;
  readonly playerName: string;
  readonly isIbanOfOtherPlayers: boolean;
  readonly iban: string;
  /** Where the player's last approved payout went; null: there was none. */
  readonly lastIban: string | null;
}): PayoutMark[] {
  return [
    ...(payout.isAnswerUnconfirmed ? (['partner_may_not_know'] as const) : []),
    ...(isSomebodyElse(payout.holderName, payout.playerName) ? (['another_holder'] as const) : []),
    ...(payout.isIbanOfOtherPlayers ? (['iban_of_other_players'] as const) : []),
    ...(payout.lastIban !== null && payout.lastIban !== payout.iban ? (['iban_changed'] as const) : []),
  ];
}
