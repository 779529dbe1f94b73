import type { Command } from 'commander';
import { formatAmount } from '@vezne/domain/money';
import { getBankAccount } from '../../usecases/bank-accounts/get.ts';
import { action } from '../action.ts';
import { NOTE_HELP } from '../transaction-options.ts';
import { defineChange } from '../define-command.ts';
import { amountText } from '../layout.ts';
import { amount, amountAboveZero } from '../option-values.ts';
import { BANK_BALANCE_HELP, POST_AMOUNT_HELP, POST_ID_HELP, POST_NOTE, post } from './post.ts';
import type { PostOptions } from './post.ts';

export function addSend(ledger: Command): void {
  defineChange(ledger, {
    name: 'send',
    description: 'money left one of our accounts for another of ours; it is in transit until it arrives',
    notes: [POST_NOTE],
    examples: [
      'vezne ledger send --bank-account "TR33 0006 1005 1978 6457 8413 26" --amount 40000.00 --note "payouts of monday"',
    ],
  })
    .requiredOption('--bank-account <account>', 'the account that it left, by IBAN or id')
    .requiredOption('--amount <amount>', POST_AMOUNT_HELP, amountAboveZero)
    .requiredOption('--note <text>', NOTE_HELP)
    .option('--bank-balance <amount>', BANK_BALANCE_HELP, amount)
    .option('--id <id>', POST_ID_HELP)
    .action(
      action(async (options: PostOptions & { bankAccount: string }) => {
        await post(options, {
          async request({ db }) {
            const { id: bankAccountId } = await getBankAccount(db, options.bankAccount);
            const { amount: amountCents, bankBalance: bankBalanceCents } = options;
            return { kind: 'internal_transfer_sent', bankAccountId, amountCents, bankBalanceCents };
          },
          lines: (id) => [
            `${amountText(options.amount)} is in transit. When it is at the other account:`,
            `  vezne ledger arrive ${id} --bank-account IBAN --amount ${formatAmount(options.amount)} --note "arrived"`,
            'If the bank sends it back:',
            `  vezne ledger returned ${id} --amount ${formatAmount(options.amount)} --note "came back"`,
          ],
        });
      }),
    );
}
