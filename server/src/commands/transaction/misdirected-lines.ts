import { formatAmount } from '@vezne/domain/money';
import type { MisdirectedPayout } from '../../db/read/payouts/misdirected-payouts.ts';
import { toTransactionId } from '../../ids.ts';
import { amountText, columnsInside, timeText } from '../layout.ts';

/** What of a payout went to wrong accounts, what became of it, and how to enter what comes back. */
export function misdirectedLines(found: MisdirectedPayout | undefined): string[] {
  if (found === undefined) return [];
  const { payoutId, sentCents, recoveredCents, writtenOffCents, outCents, since } = found;
  return [
    ...columnsInside([
      ['went wrong', amountText(sentCents)],
      ['came back', amountText(recoveredCents)],
      ['given up', amountText(writtenOffCents)],
      ['out', outCents === 0n ? amountText(outCents) : `${amountText(outCents)} since ${timeText(since)}`],
    ]),
    ...(outCents === 0n
      ? []
      : [
          `vezne ledger recovered ${toTransactionId(payoutId)} --amount ${formatAmount(outCents)} --note "came back"`,
        ]),
  ];
}
