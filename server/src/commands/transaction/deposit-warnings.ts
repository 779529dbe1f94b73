import type { DecisionRow } from '../../db/read/desk/decision-rows.ts';
import { depositWarnings } from '../../usecases/deposits/bank-sighting.ts';
import type { DepositWarning } from '../../usecases/deposits/bank-sighting.ts';

export const WARNING_TEXTS: Readonly<Record<DepositWarning, string>> = {
  late_money: 'It is money for a deposit that was decided before.',
  same_amount_again: 'The player has another deposit of the same amount within a day.',
  moved: 'A freeze moved it to another account.',
  another_sender: 'By the player, somebody else sent the money.',
};

/** Of a deposit that waits. A bulk leaves out one that has any. */
export function warningsOf(row: DecisionRow): DepositWarning[] {
  return row.type === 'deposit' && row.status === 'waiting_confirmation' ? depositWarnings(row) : [];
}
