import type { Command } from 'commander';
import { formatIban } from '@vezne/domain/iban';
import type { Cents } from '@vezne/domain/money';
import type { PayoutMark } from '@vezne/domain/payout-marks';
import type { DecisionRow } from '../../db/read/desk/decision-rows.ts';
import { toTransactionId } from '../../ids.ts';
import { authoriseWithdrawal } from '../../usecases/withdrawals/decide.ts';
import { action } from '../action.ts';
import { NOTE_HELP, SEEN_HELP, checkedNote, fingerprint } from '../transaction-options.ts';
import { decideOne, fingerprintOf } from '../decide.ts';
import { readOption } from './read-option.ts';
import { defineChange } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { amountText } from '../layout.ts';
import { amount } from '../option-values.ts';
import { nextSteps } from '../transaction/next-steps.ts';

interface Options extends ChangeOptions {
  seen: string;
  read?: PayoutMark[];
  bankBalance?: Cents;
}

export function addAuthorise(withdrawal: Command): void {
  defineChange(withdrawal, {
    name: 'authorise <id>',
    description: 'let the money of a taken withdrawal leave, and set it aside in the books',
    notes: [
      'Above the amount of vezne limits show, by itself or with what was authorised today for the same player or IBAN, it takes\n' +
        'another person than the one who took it: that person runs this command, or the taker asks with it. The partner must\n' +
        'have the balance or the credit line, and neither payouts nor the account may be paused.',
    ],
    examples: ['vezne withdrawal authorise txn_01a2b3c4d5e67f8091a2b3c4d5e6f708 --seen 5e1f00c2a7b9'],
  })
    .requiredOption('--seen <fingerprint>', SEEN_HELP, fingerprint)
    .addOption(readOption())
    .option('--bank-balance <amount>', 'what the bank shows, when the books show too little', amount)
    .option('--note <text>', NOTE_HELP)
    .action(
      action(async (idText: string, options: Options) => {
        const note = checkedNote(options.note);
        const { read: marksRead, bankBalance: bankBalanceCents } = options;
        await decideOne(idText, options, {
          decision: (start) =>
            authoriseWithdrawal({
              ...start,
              fingerprint: fingerprintOf(start),
              note,
              marksRead,
              bankBalanceCents,
            }),
          lines: authorisedLines,
        });
      }),
    );
}

/** What may be sent now, and what to do then. */
export function authorisedLines(row: DecisionRow): string[] {
  return [
    `${toTransactionId(row.id)} is authorised by ${row.authorisedBy}.`,
    `Send ${amountText(row.playerAmountCents)} to ${row.payoutHolderName}, ${formatIban(row.payoutIban ?? '')}. When the bank has taken it:`,
    `  ${nextSteps(row)[0]}`,
  ];
}
