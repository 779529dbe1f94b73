import type { Command } from 'commander';
import { getBankAccount } from '../../usecases/bank-accounts/get.ts';
import { action } from '../action.ts';
import { NOTE_HELP } from '../transaction-options.ts';
import { defineChange } from '../define-command.ts';
import { amountText } from '../layout.ts';
import { amountAboveZero } from '../option-values.ts';
import { POST_AMOUNT_HELP, POST_ID_HELP, POST_NOTE, post } from './post.ts';
import type { PostOptions } from './post.ts';

export function addFee(ledger: Command): void {
  defineChange(ledger, {
    name: 'fee',
    description: 'a bank took a fee from one of our accounts',
    notes: [POST_NOTE],
    examples: [
      'vezne ledger fee --bank-account "TR33 0006 1005 1978 6457 8413 26" --amount 12.50 --note "transfers of august"',
    ],
  })
    .requiredOption('--bank-account <account>', 'the account that it was taken from, by IBAN or id')
    .requiredOption('--amount <amount>', POST_AMOUNT_HELP, amountAboveZero)
    .requiredOption('--note <text>', NOTE_HELP)
    .option('--id <id>', POST_ID_HELP)
    .action(
      action(async (options: PostOptions & { bankAccount: string }) => {
        await post(options, {
          async request({ db }) {
            const { id: bankAccountId } = await getBankAccount(db, options.bankAccount);
            return { kind: 'bank_fee_charged', bankAccountId, amountCents: options.amount };
          },
          lines: (id) => [`A fee of ${amountText(options.amount)} is in the books as ${id}.`],
        });
      }),
    );
}
