import type { Command } from 'commander';
import { findSentTransfer } from '../../db/read/ledger/operations.ts';
import { refused } from '../../usecases/refusal.ts';
import { action } from '../action.ts';
import { NOTE_HELP, STATEMENT_OPTIONS, uuidOf } from '../transaction-options.ts';
import { defineChange } from '../define-command.ts';
import { amountText } from '../layout.ts';
import { amountAboveZero } from '../option-values.ts';
import { FEE_HELP } from './arrive.ts';
import type { ArrivalOptions } from './arrive.ts';
import { POST_ID_HELP, POST_NOTE, post } from './post.ts';

export function addReturned(ledger: Command): void {
  defineChange(ledger, {
    name: 'returned <operation>',
    description: 'money that was sent to another account of ours came back to the account that it left',
    notes: [`The operation is the one that vezne ledger send printed. ${POST_NOTE}`],
    examples: [
      'vezne ledger returned 01a2b3c4-d5e6-7f80-91a2-b3c4d5e6f708 --amount 40000.00 --note "the other account was closed"',
      'vezne ledger returned 01a2b3c4-d5e6-7f80-91a2-b3c4d5e6f708 --amount 39990.00 --fee 10.00 --note "sent back, less a fee"',
    ],
  })
    .requiredOption(
      '--amount <amount>',
      'how much came back; with the fee it is all that was sent',
      amountAboveZero,
    )
    .requiredOption('--note <text>', NOTE_HELP)
    .option('--fee <amount>', FEE_HELP, amountAboveZero)
    .option('--id <id>', POST_ID_HELP)
    .action(
      action(async (operation: string, options: ArrivalOptions) => {
        const sentOperationId = uuidOf('an internal transfer', operation);
        await post(options, {
          async request({ pool }) {
            const sent = await findSentTransfer(pool, sentOperationId, STATEMENT_OPTIONS);
            if (sent === undefined) throw refused('transfer_not_found');
            const { amount: amountCents, fee: feeCents } = options;
            const { bankAccountId } = sent;
            return {
              kind: 'internal_transfer_returned',
              bankAccountId,
              amountCents,
              feeCents,
              sentOperationId,
            };
          },
          lines: (id) => [
            `${amountText(options.amount)} is back at its account. It is in the books as ${id}.`,
          ],
        });
      }),
    );
}
