import type { Command } from 'commander';
import { getBankAccount } from '../../usecases/bank-accounts/get.ts';
import { correctWithdrawal } from '../../usecases/withdrawals/after-approval.ts';
import { action } from '../action.ts';
import { NOTE_HELP, SEEN_HELP, checkedNote, fingerprint } from '../transaction-options.ts';
import { decideOne, fingerprintOf } from '../decide.ts';
import { defineChange } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';

interface Options extends ChangeOptions {
  bankAccount: string;
  note: string;
  seen: string;
}

export function addCorrect(withdrawal: Command): void {
  defineChange(withdrawal, {
    name: 'correct <id>',
    description: 'an approved payout was paid from another account than the books say: ask a second person',
    notes: [
      'Nothing changes until another person confirms. Then the books of both accounts are put right; the partner is told nothing.',
    ],
    examples: [
      'vezne withdrawal correct txn_01a2b3c4d5e67f8091a2b3c4d5e6f708 --bank-account "TR68 0006 2000 0999 9901 2345 67" --note "paid from the second account" --seen 5e1f00c2a7b9',
    ],
  })
    .requiredOption('--bank-account <account>', 'the account that really paid, by IBAN or id')
    .requiredOption('--note <text>', NOTE_HELP)
    .requiredOption('--seen <fingerprint>', SEEN_HELP, fingerprint)
    .action(
      action(async (idText: string, options: Options) => {
        const note = checkedNote(options.note);
        await decideOne(idText, options, {
          async decision(start, { db }) {
            const { id: bankAccountId } = await getBankAccount(db, options.bankAccount);
            return correctWithdrawal({ ...start, fingerprint: fingerprintOf(start), note, bankAccountId });
          },
          lines: () => {
            throw new Error('A correction was made by one person.');
          },
        });
      }),
    );
}
