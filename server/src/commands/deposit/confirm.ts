import type { Command } from 'commander';
import { toTransactionId } from '../../ids.ts';
import { confirmOnBehalf } from '../../usecases/deposits/decide.ts';
import { action } from '../action.ts';
import { NOTE_HELP, SEEN_HELP, checkedNote, fingerprint } from '../transaction-options.ts';
import { decideOne } from '../decide.ts';
import { defineChange } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { nextSteps } from '../transaction/next-steps.ts';

export function addConfirm(deposit: Command): void {
  defineChange(deposit, {
    name: 'confirm <id>',
    description: "say on the player's behalf that the money was sent, so that it can be decided on",
    examples: ['vezne deposit confirm txn_01a2b3c4d5e67f8091a2b3c4d5e6f708'],
  })
    .option('--note <text>', NOTE_HELP)
    .option('--seen <fingerprint>', SEEN_HELP, fingerprint)
    .action(
      action(async (idText: string, options: ChangeOptions & { note?: string; seen?: string }) => {
        const note = checkedNote(options.note);
        await decideOne(idText, options, {
          decision: (start) => confirmOnBehalf({ ...start, note }),
          lines: (row) => [
            `${toTransactionId(row.id)} waits for a decision now. If the money is there:`,
            `  ${nextSteps(row)[0]}`,
          ],
        });
      }),
    );
}
