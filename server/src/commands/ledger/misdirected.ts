import type { Command } from 'commander';
import { refused } from '../../usecases/refusal.ts';
import { getBankAccount } from '../../usecases/bank-accounts/get.ts';
import { toTransactionId } from '../../ids.ts';
import { action } from '../action.ts';
import { NOTE_HELP, transactionIdOf } from '../transaction-options.ts';
import { defineChange } from '../define-command.ts';
import { amountText } from '../layout.ts';
import { amountAboveZero } from '../option-values.ts';
import { getTransaction } from '../transaction/show.ts';
import type { Books } from '../with-database.ts';
import { POST_ID_HELP, POST_NOTE, post } from './post.ts';
import type { PostOptions } from './post.ts';

interface Options extends PostOptions {
  bankAccount?: string;
}

const PAYOUT = 'txn_01a2b3c4d5e67f8091a2b3c4d5e6f708';

/** Money of a payout that went to a wrong account, and what comes back of it. */
export function addMisdirectedAndRecovered(ledger: Command): void {
  defineChange(ledger, {
    name: 'misdirected <payout>',
    description: 'a transfer of a payout went to a wrong account; it always takes a second person',
    notes: [
      'The money has left, so it is entered whatever the account holds. The payout stays as it is and is paid once more: an authorised\n' +
        'one is still to be sent and approved; of an approved one, the approval stands for the payment that is made again.',
    ],
    examples: [
      `vezne ledger misdirected ${PAYOUT} --amount 970.00 --note "two digits of the IBAN were swapped"`,
    ],
  })
    .requiredOption('--amount <amount>', 'how much went to the wrong account', amountAboveZero)
    .requiredOption('--note <text>', NOTE_HELP)
    .option('--bank-account <account>', 'our account that it left, by IBAN or id; if not the one that pays')
    .option('--id <id>', POST_ID_HELP)
    .action(
      action(async (idText: string, options: Options) => {
        const payoutId = transactionIdOf(idText);
        await post(options, {
          async request(books) {
            const bankAccountId = await accountOf(books, payoutId, options);
            return { kind: 'misdirected_sent', payoutId, bankAccountId, amountCents: options.amount };
          },
          lines: (id) => [`${amountText(options.amount)} is out. It is in the books as ${id}.`],
        });
      }),
    );
  defineChange(ledger, {
    name: 'recovered <payout>',
    description: 'money of a payout that had gone to a wrong account came back, all of it or a part',
    notes: [`See what is out with vezne ledger receivable. ${POST_NOTE}`],
    examples: [
      `vezne ledger recovered ${PAYOUT} --amount 970.00 --note "sent back by the other bank"`,
      `vezne ledger recovered ${PAYOUT} --amount 500.00 --bank-account "TR68 0006 2000 0999 9901 2345 67" --note "first half"`,
    ],
  })
    .requiredOption('--amount <amount>', 'how much came back', amountAboveZero)
    .requiredOption('--note <text>', NOTE_HELP)
    .option(
      '--bank-account <account>',
      'our account that it came to, by IBAN or id; if not the one that paid',
    )
    .option('--id <id>', POST_ID_HELP)
    .action(
      action(async (idText: string, options: Options) => {
        const payoutId = transactionIdOf(idText);
        await post(options, {
          async request(books) {
            const bankAccountId = await accountOf(books, payoutId, options);
            return { kind: 'misdirected_recovered', payoutId, bankAccountId, amountCents: options.amount };
          },
          lines: (id) => [
            `${amountText(options.amount)} of ${toTransactionId(payoutId)} is back. It is in the books as ${id}.`,
          ],
        });
      }),
    );
}

/** The account that a person names, or the one of the payout. A payout that is back in the queue has none. */
async function accountOf(books: Books, payoutId: string, { bankAccount }: Options): Promise<string> {
  if (bankAccount !== undefined) return (await getBankAccount(books.db, bankAccount)).id;
  const { type, bankAccountId } = await getTransaction(books, payoutId);
  if (type !== 'withdrawal') throw refused('payout_not_found', { payoutId });
  if (bankAccountId === null) throw refused('payout_account_unknown', { payoutId });
  return bankAccountId;
}
