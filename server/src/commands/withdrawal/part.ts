import type { Command } from 'commander';
import type { Cents } from '@vezne/domain/money';
import { leftToSend } from '@vezne/domain/payout-parts';
import type { DecisionRow } from '../../db/read/desk/decision-rows.ts';
import { toTransactionId } from '../../ids.ts';
import { partsSentOf } from '../../usecases/decisions/decision.ts';
import { recordPart } from '../../usecases/withdrawals/send.ts';
import { action } from '../action.ts';
import { NOTE_HELP, SEEN_HELP, checkedNote, fingerprint } from '../transaction-options.ts';
import { decideOne, fingerprintOf } from '../decide.ts';
import { defineChange } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { amountText } from '../layout.ts';
import { amountAboveZero } from '../option-values.ts';
import { nextSteps } from '../transaction/next-steps.ts';

interface Options extends ChangeOptions {
  amount: Cents;
  bankReference: string;
  referenceUsedBefore?: boolean;
  note?: string;
  seen: string;
}

export function addPart(withdrawal: Command): void {
  defineChange(withdrawal, {
    name: 'part <id>',
    description: 'one of several transfers of an authorised payout was sent: record it',
    notes: [
      'For a payout above what one transfer may carry. Only the person who took it sends. Every part changes the fingerprint, so\n' +
        'the same part is not recorded twice. Once a part is recorded, the payout can neither be released nor rejected.',
    ],
    examples: [
      'vezne withdrawal part txn_01a2b3c4d5e67f8091a2b3c4d5e6f708 --amount 50000.00 --bank-reference 20261115-0042 --seen 5e1f00c2a7b9',
    ],
  })
    .requiredOption('--amount <amount>', 'how much this transfer carried', amountAboveZero)
    .requiredOption('--bank-reference <text>', 'what the bank calls the transfer')
    .option('--reference-used-before', 'the bank shows another transfer with the same reference')
    .requiredOption('--seen <fingerprint>', SEEN_HELP, fingerprint)
    .option('--note <text>', NOTE_HELP)
    .action(
      action(async (idText: string, options: Options) => {
        const { amount: amountCents, bankReference, referenceUsedBefore: isReferenceUsedBefore } = options;
        const note = checkedNote(options.note);
        await decideOne(idText, options, {
          decision: (start) =>
            recordPart({
              ...start,
              fingerprint: fingerprintOf(start),
              note,
              amountCents,
              bankReference,
              isReferenceUsedBefore,
            }),
          lines,
        });
      }),
    );
}

function lines(row: DecisionRow): string[] {
  const left = leftToSend(partsSentOf(row));
  const sent = `Part ${row.partReferences.length} of ${toTransactionId(row.id)} is recorded. ${amountText(row.partsSentCents)} is sent`;
  return [
    left === 0n ? `${sent}, and that is all:` : `${sent}, ${amountText(left)} is left:`,
    `  ${nextSteps(row)[0]}`,
  ];
}
