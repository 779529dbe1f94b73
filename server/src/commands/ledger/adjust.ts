import type { Command } from 'commander';
import { action } from '../action.ts';
import { NOTE_HELP, transactionIdOf } from '../transaction-options.ts';
import { defineChange } from '../define-command.ts';
import { amountText } from '../layout.ts';
import { amountAboveZero } from '../option-values.ts';
import { ACCOUNTS_NOTE, accountNamed } from './account-named.ts';
import { POST_AMOUNT_HELP, POST_ID_HELP, post } from './post.ts';
import type { PostOptions } from './post.ts';

interface Options extends PostOptions {
  debit: string;
  credit: string;
  payout?: string;
  refused?: string;
}

export function addAdjust(ledger: Command): void {
  defineChange(ledger, {
    name: 'adjust',
    description: 'move an amount between any two accounts; it always takes a second person',
    notes: [
      `${ACCOUNTS_NOTE}\nA debit raises bank, bank_fees, in_transit and receivable and lowers the others; a credit does the opposite.\nWhat is receivable is known by payout: with --payout, what never comes back is given up.`,
    ],
    examples: [
      'vezne ledger adjust --debit "bank:TR33 0006 1005 1978 6457 8413 26" --credit owner_funds --amount 50000.00 --note "opening balance"',
      'vezne ledger adjust --debit owner_funds --credit partner_balance:Acme --amount 12.00 --note "goodwill"',
      'vezne ledger adjust --debit owner_funds --credit receivable --payout txn_01a2b3c4d5e67f8091a2b3c4d5e6f708 --amount 970.00 --note "the holder of the wrong account is gone"',
      'vezne ledger adjust --debit "unallocated:TR33 0006 1005 1978 6457 8413 26" --credit "bank:TR33 0006 1005 1978 6457 8413 26" --amount 100.00 --refused txn_01a2b3c4d5e67f8091a2b3c4d5e6f708 --note "700.00 came, not 800.00"',
    ],
  })
    .requiredOption('--debit <account>', 'the account on the debit side')
    .requiredOption('--credit <account>', 'the account on the credit side')
    .requiredOption('--amount <amount>', POST_AMOUNT_HELP, amountAboveZero)
    .option(
      '--refused <id>',
      'the rejected deposit whose unallocated money it is: what is open changes with it',
    )
    .requiredOption('--note <text>', NOTE_HELP)
    .option('--payout <id>', 'the payout whose money it is about, if one side is receivable')
    .option('--id <id>', POST_ID_HELP)
    .action(
      action(async (options: Options) => {
        await post(options, {
          async request({ db }) {
            const debit = await accountNamed(db, options.debit);
            const credit = await accountNamed(db, options.credit);
            const { amount: amountCents, payout, refused } = options;
            return {
              kind: 'adjusted',
              debit,
              credit,
              amountCents,
              ...(payout === undefined ? {} : { payoutId: transactionIdOf(payout) }),
              ...(refused === undefined ? {} : { refusedTransactionId: transactionIdOf(refused) }),
            };
          },
          lines: (id) => [`${amountText(options.amount)} is moved. It is in the books as ${id}.`],
        });
      }),
    );
}
