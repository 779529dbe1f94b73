import { payoutMarks } from '@vezne/domain/payout-marks';
import type { PayoutMark } from '@vezne/domain/payout-marks';
import type { DecisionRow } from '../../db/read/desk/decision-rows.ts';

/** What an operator has to have read of a payout. A deposit has no marks. */
export function marksOf(row: DecisionRow): PayoutMark[] {
  const { payoutHolderName: holderName, payoutIban: iban } = row;
  if (row.type !== 'withdrawal' || holderName === null || iban === null) return [];
  return payoutMarks({
    isAnswerUnconfirmed: row.isAnswerUnconfirmed,
    holderName,
    playerName: row.customerFullName,
    isIbanOfOtherPlayers: row.isIbanOfOtherPlayers,
    iban,
    lastIban: row.lastPayoutIban,
  });
}
