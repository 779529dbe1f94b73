import type { Command } from 'commander';
import { toTransactionId } from '../../ids.ts';
import { handOverWithdrawal } from '../../usecases/withdrawals/send.ts';
import { action } from '../action.ts';
import { NOTE_HELP, SEEN_HELP, checkedNote, fingerprint } from '../transaction-options.ts';
import { decideOne, fingerprintOf } from '../decide.ts';
import { defineChange } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { nextSteps } from '../transaction/next-steps.ts';

interface Options extends ChangeOptions {
  notSent?: boolean;
  note?: string;
  seen: string;
}

export function addHandOver(withdrawal: Command): void {
  defineChange(withdrawal, {
    name: 'hand-over <id>',
    description: 'go on with an authorised payout in place of the person who took it',
    notes: [
      'Look at the bank first. --not-sent says that the money was not sent or, if parts are recorded, that nothing was sent beyond\n' +
        'them. Whoever took it, or authorised it, cannot take it over.',
    ],
    examples: [
      'vezne withdrawal hand-over txn_01a2b3c4d5e67f8091a2b3c4d5e6f708 --not-sent --seen 5e1f00c2a7b9',
    ],
  })
    .option('--not-sent', 'you looked at the bank, and nothing was sent beyond the recorded parts')
    .requiredOption('--seen <fingerprint>', SEEN_HELP, fingerprint)
    .option('--note <text>', NOTE_HELP)
    .action(
      action(async (idText: string, options: Options) => {
        const isNotSent = options.notSent ?? false;
        const note = checkedNote(options.note);
        await decideOne(idText, options, {
          decision: (start) =>
            handOverWithdrawal({ ...start, fingerprint: fingerprintOf(start), note, isNotSent }),
          lines: (row) => [
            `${toTransactionId(row.id)} is in the hands of ${row.takenBy} now. When the bank has taken the money:`,
            `  ${nextSteps(row)[0]}`,
          ],
        });
      }),
    );
}
