import type { Command } from 'commander';
import { toTransactionId } from '../../ids.ts';
import { releaseWithdrawal } from '../../usecases/withdrawals/decide.ts';
import { action } from '../action.ts';
import { NOTE_HELP, SEEN_HELP, checkedNote, fingerprint } from '../transaction-options.ts';
import { decideOne } from '../decide.ts';
import { defineChange } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';

export function addRelease(withdrawal: Command): void {
  defineChange(withdrawal, {
    name: 'release <id>',
    description: 'put a taken or authorised withdrawal back into the queue',
    notes: [
      'Once it is authorised the money may be on its way: then another person than the one who took it has to look at\n' +
        'the bank and say that it was not sent.',
    ],
    examples: ['vezne withdrawal release txn_01a2b3c4d5e67f8091a2b3c4d5e6f708'],
  })
    .option('--note <text>', NOTE_HELP)
    .option('--seen <fingerprint>', SEEN_HELP, fingerprint)
    .action(
      action(async (idText: string, options: ChangeOptions & { note?: string; seen?: string }) => {
        const note = checkedNote(options.note);
        await decideOne(idText, options, {
          decision: (start) => releaseWithdrawal({ ...start, note }),
          lines: (row) => [`${toTransactionId(row.id)} is back in the queue.`],
        });
      }),
    );
}
