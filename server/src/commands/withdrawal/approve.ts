import type { Command } from 'commander';
import { toTransactionId } from '../../ids.ts';
import { approveWithdrawal } from '../../usecases/withdrawals/decide.ts';
import { action } from '../action.ts';
import { NOTE_HELP, SEEN_HELP, checkedNote, fingerprint } from '../transaction-options.ts';
import { decideOne, fingerprintOf } from '../decide.ts';
import { defineChange } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { amountText } from '../layout.ts';

interface Options extends ChangeOptions {
  note?: string;
  seen: string;
  bankReference?: string;
  referenceUsedBefore?: boolean;
}

export function addApprove(withdrawal: Command): void {
  defineChange(withdrawal, {
    name: 'approve <id>',
    description: 'the payout was sent: book it and tell the partner',
    notes: ['If it was sent in parts, the parts have to add up: see vezne withdrawal part --help.'],
    examples: ['vezne withdrawal approve txn_01a2b3c4d5e67f8091a2b3c4d5e6f708 --seen 5e1f00c2a7b9'],
  })
    .requiredOption('--seen <fingerprint>', SEEN_HELP, fingerprint)
    .option('--bank-reference <text>', 'what the bank calls the transfer, if it was sent in one')
    .option('--reference-used-before', 'the bank shows another transfer with the same reference')
    .option('--note <text>', NOTE_HELP)
    .action(
      action(async (idText: string, options: Options) => {
        const { bankReference, referenceUsedBefore: isReferenceUsedBefore } = options;
        const note = checkedNote(options.note);
        await decideOne(idText, options, {
          decision: (start) =>
            approveWithdrawal({
              ...start,
              fingerprint: fingerprintOf(start),
              note,
              bankReference,
              isReferenceUsedBefore,
            }),
          lines: (row) => [
            `${toTransactionId(row.id)} is approved. ${amountText(row.playerAmountCents)} was paid to the player, and the partner is told.`,
          ],
        });
      }),
    );
}
