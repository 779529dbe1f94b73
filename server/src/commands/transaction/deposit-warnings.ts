import { isSomebodyElse } from '@vezne/domain/two-people';
import type { DecisionRow } from '../../db/read/decision-rows.ts';

/** Why the money of a deposit could be credited twice, so that an approval has to say what the bank shows. */
export const WARNING_TEXTS = {
  late_money: 'It is money for a deposit that was decided before.',
  same_amount_again: 'The player has another deposit of the same amount within a day.',
  moved: 'A freeze moved it to another account.',
  another_sender: 'By the player, somebody else sent the money.',
} as const;
export type DepositWarning = keyof typeof WARNING_TEXTS;

/** A bulk leaves out a deposit that has one. */
export function depositWarnings(row: DecisionRow): DepositWarning[] {
  if (row.type !== 'deposit' || row.status !== 'waiting_confirmation') return [];
  const { senderClaimed, customerFullName } = row;
  return [
    ...(row.originalTransactionId === null ? [] : (['late_money'] as const)),
    ...(row.hasTwin ? (['same_amount_again'] as const) : []),
    ...(row.previousBankAccountId === null ? [] : (['moved'] as const)),
    ...(senderClaimed !== null && isSomebodyElse(senderClaimed, customerFullName)
      ? (['another_sender'] as const)
      : []),
  ];
}
