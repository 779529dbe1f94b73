import type { Command } from 'commander';
import { listReceivable } from '../../db/read/payouts/misdirected-payouts.ts';
import type { MisdirectedPayout } from '../../db/read/payouts/misdirected-payouts.ts';
import { toTransactionId } from '../../ids.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { action } from '../action.ts';
import { withBooks } from '../with-database.ts';
import { STATEMENT_OPTIONS } from '../transaction-options.ts';
import { defineCommand } from '../define-command.ts';
import { amountText, table, timeText } from '../layout.ts';
import { wholeNumberBetween } from '../option-values.ts';
import { print } from '../output.ts';
import type { Output } from '../output.ts';

/** A few screens. */
const MAX_ROWS = 10_000;

const HEADINGS = ['since', 'payout', 'partner', 'went wrong', 'came back', 'given up', 'out'];

export function addReceivable(ledger: Command): void {
  defineCommand(ledger, {
    name: 'receivable',
    description: 'payouts whose money went to a wrong account and has not come back, the oldest first',
    notes: [
      'What comes back is entered with vezne ledger recovered. What never does is given up with vezne ledger adjust.',
    ],
    examples: ['vezne ledger receivable', 'vezne ledger receivable --limit 20 --json'],
  })
    .option('--limit <number>', 'how many at most', wholeNumberBetween(1, MAX_ROWS), 50)
    .action(
      action(async (options: Output & { limit: number }) => {
        await withBooks(async ({ pool }) => {
          const found = await listReceivable(pool, { limit: options.limit }, STATEMENT_OPTIONS);
          const receivable = found.map((one) => ({ ...one, payoutId: toTransactionId(one.payoutId) }));
          const lines = table(HEADINGS, receivable.map(cells));
          print(options, plainValues({ receivable }), receivable.length === 0 ? ['Nothing is out.'] : lines);
        });
      }),
    );
}

function cells(one: MisdirectedPayout): string[] {
  return [
    timeText(one.since),
    one.payoutId,
    one.partnerName,
    amountText(one.sentCents),
    amountText(one.recoveredCents),
    amountText(one.writtenOffCents),
    amountText(one.outCents),
  ];
}
