import type { Command } from 'commander';
import { toTransactionId } from '../../ids.ts';
import { returnPayout } from '../../usecases/withdrawals/decide.ts';
import { action } from '../action.ts';
import { NOTE_HELP, SEEN_HELP, checkedNote, fingerprint } from '../transaction-options.ts';
import { decideOne, fingerprintOf } from '../decide.ts';
import { defineChange } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';

export function addReturn(withdrawal: Command): void {
  defineChange(withdrawal, {
    name: 'return <id>',
    description: 'the bank sent an approved payout back: give the partner all that it cost',
    notes: ['Say so only when the money is back at the bank: the partner refunds the player.'],
    examples: ['vezne withdrawal return txn_01a2b3c4d5e67f8091a2b3c4d5e6f708 --seen 5e1f00c2a7b9'],
  })
    .requiredOption('--seen <fingerprint>', SEEN_HELP, fingerprint)
    .option('--note <text>', NOTE_HELP)
    .action(
      action(async (idText: string, options: ChangeOptions & { note?: string; seen: string }) => {
        const note = checkedNote(options.note);
        await decideOne(idText, options, {
          decision: (start) => returnPayout({ ...start, fingerprint: fingerprintOf(start), note }),
          lines: (row) => [
            `${toTransactionId(row.id)} is rejected (${row.reasonCode}). The partner has its money back, and is told to refund the player.`,
          ],
        });
      }),
    );
}
