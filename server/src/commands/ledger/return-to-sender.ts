import type { Command } from 'commander';
import { findNamedDeposit } from '../../db/read/desk/refused-money.ts';
import { refused } from '../../usecases/refusal.ts';
import { action } from '../action.ts';
import { NOTE_HELP, STATEMENT_OPTIONS, transactionIdOf } from '../transaction-options.ts';
import { defineChange } from '../define-command.ts';
import { amountText } from '../layout.ts';
import { amount, amountAboveZero } from '../option-values.ts';
import { BANK_BALANCE_HELP, POST_ID_HELP, post } from './post.ts';
import type { PostOptions } from './post.ts';

export function addReturnToSender(ledger: Command): void {
  defineChange(ledger, {
    name: 'return-to-sender <deposit>',
    description:
      'money that came and was refused goes back to where it came from; it always takes a second person',
    notes: [
      'Look up the IBAN at the bank: it is the one that the money came from, and no other. Whoever confirms looks it up and types it, too,\n' +
        'and cannot read it in the request. See what is open with vezne ledger unallocated. A part is possible, more than is open is not.',
    ],
    examples: [
      'vezne ledger return-to-sender txn_01a2b3c4d5e67f8091a2b3c4d5e6f708 --amount 800.00 --iban "TR45 0001 0002 7612 3456 7890 12" --note "sent by a cousin"',
    ],
  })
    .requiredOption('--amount <amount>', 'how much goes back', amountAboveZero)
    .requiredOption('--iban <iban>', 'where the money came from, as the bank shows it')
    .requiredOption('--note <text>', NOTE_HELP)
    .option('--bank-balance <amount>', BANK_BALANCE_HELP, amount)
    .option('--id <id>', POST_ID_HELP)
    .action(
      action(async (idText: string, options: PostOptions & { iban: string }) => {
        const refusedTransactionId = transactionIdOf(idText);
        const { amount: amountCents, bankBalance: bankBalanceCents, iban } = options;
        await post(options, {
          async request({ pool }) {
            const deposit = await findNamedDeposit(pool, refusedTransactionId, STATEMENT_OPTIONS);
            const bankAccountId = deposit?.bankAccountId ?? undefined;
            if (bankAccountId === undefined) {
              throw refused('refused_money_not_found', { transactionId: refusedTransactionId });
            }
            const kind = 'returned_to_sender';
            return { kind, refusedTransactionId, bankAccountId, amountCents, bankBalanceCents, iban };
          },
          lines: (id) => [`${amountText(amountCents)} goes back. It is in the books as ${id}.`],
        });
      }),
    );
}
