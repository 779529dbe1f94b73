import type { Command } from 'commander';
import type { Cents } from '@vezne/domain/money';
import { getBankAccount } from '../../usecases/bank-accounts/get.ts';
import { action } from '../action.ts';
import { NOTE_HELP, uuidOf } from '../transaction-options.ts';
import { defineChange } from '../define-command.ts';
import { amountText } from '../layout.ts';
import { amountAboveZero } from '../option-values.ts';
import { POST_ID_HELP, POST_NOTE, post } from './post.ts';
import type { PostOptions } from './post.ts';

export const FEE_HELP = 'what a bank kept of it on the way';

export interface ArrivalOptions extends PostOptions {
  fee?: Cents;
}

export function addArrive(ledger: Command): void {
  defineChange(ledger, {
    name: 'arrive <operation>',
    description: 'money that was sent from another account of ours has arrived',
    notes: [
      `The operation is the one that vezne ledger send printed. If it came back instead: vezne ledger returned.\n${POST_NOTE}`,
    ],
    examples: [
      'vezne ledger arrive 01a2b3c4-d5e6-7f80-91a2-b3c4d5e6f708 --bank-account "TR68 0006 2000 0999 9901 2345 67" --amount 40000.00 --note "arrived"',
      'vezne ledger arrive 01a2b3c4-d5e6-7f80-91a2-b3c4d5e6f708 --bank-account "TR68 0006 2000 0999 9901 2345 67" --amount 39990.00 --fee 10.00 --note "less a fee"',
    ],
  })
    .requiredOption('--bank-account <account>', 'the account that it arrived at, by IBAN or id')
    .requiredOption(
      '--amount <amount>',
      'how much arrived; with the fee it is all that was sent',
      amountAboveZero,
    )
    .requiredOption('--note <text>', NOTE_HELP)
    .option('--fee <amount>', FEE_HELP, amountAboveZero)
    .option('--id <id>', POST_ID_HELP)
    .action(
      action(async (operation: string, options: ArrivalOptions & { bankAccount: string }) => {
        const sentOperationId = uuidOf('an internal transfer', operation);
        await post(options, {
          async request({ db }) {
            const { id: bankAccountId } = await getBankAccount(db, options.bankAccount);
            const { amount: amountCents, fee: feeCents } = options;
            return {
              kind: 'internal_transfer_arrived',
              bankAccountId,
              amountCents,
              feeCents,
              sentOperationId,
            };
          },
          lines: (id) => [`${amountText(options.amount)} has arrived. It is in the books as ${id}.`],
        });
      }),
    );
}
