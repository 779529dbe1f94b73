import type { Command } from 'commander';
import { formatIban } from '@vezne/domain/iban';
import type { DecisionRow } from '../../db/read/decision-rows.ts';
import { toTransactionId } from '../../ids.ts';
import { authoriseWithdrawal } from '../../usecases/withdrawals/decide.ts';
import { action } from '../action.ts';
import { NOTE_HELP, SEEN_HELP, checkedNote, fingerprint } from '../transaction-options.ts';
import { decideOne, fingerprintOf } from '../decide.ts';
import { defineChange } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { amountText } from '../layout.ts';
import { nextSteps } from '../transaction/next-steps.ts';

export function addAuthorise(withdrawal: Command): void {
  defineChange(withdrawal, {
    name: 'authorise <id>',
    description: 'let the money of a taken withdrawal leave, and set it aside in the books',
    notes: [
      'Above the amount of vezne limits show it takes another person than the one who took it. The partner must have the\n' +
        'balance or the credit line, and neither payouts nor the account may be paused.',
    ],
    examples: ['vezne withdrawal authorise txn_01a2b3c4d5e67f8091a2b3c4d5e6f708 --seen 5e1f00c2a7b9'],
  })
    .requiredOption('--seen <fingerprint>', SEEN_HELP, fingerprint)
    .option('--note <text>', NOTE_HELP)
    .action(
      action(async (idText: string, options: ChangeOptions & { note?: string; seen: string }) => {
        const note = checkedNote(options.note);
        await decideOne(idText, options, {
          decision: (start) => authoriseWithdrawal({ ...start, fingerprint: fingerprintOf(start), note }),
          lines,
        });
      }),
    );
}

function lines(row: DecisionRow): string[] {
  return [
    `${toTransactionId(row.id)} is authorised by ${row.authorisedBy}.`,
    `Send ${amountText(row.playerAmountCents)} to ${row.payoutHolderName}, ${formatIban(row.payoutIban ?? '')}. When the bank has taken it:`,
    `  ${nextSteps(row)[0]}`,
  ];
}
