import type { Command } from 'commander';
import { action } from '../action.ts';
import { NOTE_HELP } from '../transaction-options.ts';
import { defineChange } from '../define-command.ts';
import { amountText } from '../layout.ts';
import { amountAboveZero } from '../option-values.ts';
import { ACCOUNTS_NOTE, accountNamed } from './account-named.ts';
import { POST_AMOUNT_HELP, POST_ID_HELP, post } from './post.ts';
import type { PostOptions } from './post.ts';

interface Options extends PostOptions {
  debit: string;
  credit: string;
}

export function addAdjust(ledger: Command): void {
  defineChange(ledger, {
    name: 'adjust',
    description: 'move an amount between any two accounts; it always takes a second person',
    notes: [
      `${ACCOUNTS_NOTE}\nA debit raises bank, bank_fees and in_transit and lowers the others; a credit does the opposite.`,
    ],
    examples: [
      'vezne ledger adjust --debit "bank:TR33 0006 1005 1978 6457 8413 26" --credit owner_funds --amount 50000.00 --note "opening balance"',
      'vezne ledger adjust --debit owner_funds --credit partner_balance:Acme --amount 12.00 --note "goodwill"',
    ],
  })
    .requiredOption('--debit <account>', 'the account on the debit side')
    .requiredOption('--credit <account>', 'the account on the credit side')
    .requiredOption('--amount <amount>', POST_AMOUNT_HELP, amountAboveZero)
    .requiredOption('--note <text>', NOTE_HELP)
    .option('--id <id>', POST_ID_HELP)
    .action(
      action(async (options: Options) => {
        await post(options, {
          async request({ db }) {
            const debit = await accountNamed(db, options.debit);
            const credit = await accountNamed(db, options.credit);
            return { kind: 'adjusted', debit, credit, amountCents: options.amount };
          },
          lines: (id) => [`${amountText(options.amount)} is moved. It is in the books as ${id}.`],
        });
      }),
    );
}
