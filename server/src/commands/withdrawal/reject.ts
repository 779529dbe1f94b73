import type { Command } from 'commander';
import { toTransactionId } from '../../ids.ts';
import { rejectWithdrawal } from '../../usecases/withdrawals/decide.ts';
import { action } from '../action.ts';
import { NOTE_HELP, SEEN_HELP, checkedNote, fingerprint } from '../transaction-options.ts';
import { decideOne } from '../decide.ts';
import { defineChange } from '../define-command.ts';
import { reasonOption } from '../reject-options.ts';
import type { RejectOptions } from '../reject-options.ts';

export function addReject(withdrawal: Command): void {
  defineChange(withdrawal, {
    name: 'reject <id>',
    description: 'the payout failed or is not made: the partner is told to refund the player',
    notes: [
      'Once it is authorised the money may be on its way: then it takes another person than the one who took it.',
    ],
    examples: ['vezne withdrawal reject txn_01a2b3c4d5e67f8091a2b3c4d5e6f708 --reason payout_failed'],
  })
    .addOption(reasonOption('withdrawal'))
    .option('--note <text>', NOTE_HELP)
    .option('--seen <fingerprint>', SEEN_HELP, fingerprint)
    .action(
      action(async (idText: string, options: RejectOptions) => {
        const { reason: reasonCode } = options;
        const note = checkedNote(options.note);
        await decideOne(idText, options, {
          decision: (start) => rejectWithdrawal({ ...start, reasonCode, note }),
          lines: (row) => [
            `${toTransactionId(row.id)} is rejected (${row.reasonCode}). The partner is told to refund the player.`,
          ],
        });
      }),
    );
}
