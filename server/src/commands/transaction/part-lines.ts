import { leftToSend } from '@vezne/domain/payout-parts';
import type { DecisionRow } from '../../db/read/desk/decision-rows.ts';
import type { SentPart } from '../../db/read/payouts/payout-parts.ts';
import { partsSentOf } from '../../usecases/decisions/decision.ts';
import { amountText, columnsInside, timeText } from '../layout.ts';

/** The transfers that a payout was sent in, with their sum and, while it is open, what is left to send. */
export function partLines(row: DecisionRow, parts: readonly SentPart[]): string[] {
  if (parts.length === 0) return [];
  const isOpen = row.stage === 'authorised';
  return columnsInside([
    ...parts.map(({ number, at, amountCents, bankReference, sentBy }) => [
      String(number),
      timeText(at),
      amountText(amountCents),
      bankReference,
      sentBy,
    ]),
    ['', 'sent in all', amountText(row.partsSentCents)],
    ...(isOpen ? [['', 'left to send', amountText(leftToSend(partsSentOf(row)))]] : []),
  ]);
}
