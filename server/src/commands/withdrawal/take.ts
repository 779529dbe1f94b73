import type { Command } from 'commander';
import type { PayoutMark } from '@vezne/domain/payout-marks';
import { toTransactionId } from '../../ids.ts';
import { getBankAccount } from '../../usecases/bank-accounts/get.ts';
import { takeWithdrawal } from '../../usecases/withdrawals/decide.ts';
import { action } from '../action.ts';
import { NOTE_HELP, SEEN_HELP, checkedNote, fingerprint } from '../transaction-options.ts';
import { decideOne } from '../decide.ts';
import { showPayingAccount } from './paying-account.ts';
import { readOption } from './read-option.ts';
import { defineChange } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { nextSteps } from '../transaction/next-steps.ts';

interface Options extends ChangeOptions {
  bankAccount: string;
  read?: PayoutMark[];
  note?: string;
  seen?: string;
}

export function addTake(withdrawal: Command): void {
  defineChange(withdrawal, {
    name: 'take <id>',
    description: 'begin to work on a withdrawal, and say which account will pay',
    notes: ['No money may be sent yet: first it is authorised.'],
    examples: [
      'vezne withdrawal take txn_01a2b3c4d5e67f8091a2b3c4d5e6f708 --bank-account "TR33 0006 1005 1978 6457 8413 26"',
    ],
  })
    .requiredOption('--bank-account <account>', 'the account that will pay, by IBAN or id')
    .addOption(readOption())
    .option('--note <text>', NOTE_HELP)
    .option('--seen <fingerprint>', SEEN_HELP, fingerprint)
    .action(
      action(async (idText: string, options: Options) => {
        const note = checkedNote(options.note);
        await decideOne(idText, options, {
          async decision(start, { db }) {
            const { id: bankAccountId } = await getBankAccount(db, options.bankAccount);
            return takeWithdrawal({ ...start, bankAccountId, note, marksRead: options.read });
          },
          lines: (row) => [
            `${toTransactionId(row.id)} is taken by ${row.takenBy}. Send no money yet; it is authorised with:`,
            `  ${nextSteps(row)[0]}`,
          ],
          beside: showPayingAccount,
        });
      }),
    );
}
