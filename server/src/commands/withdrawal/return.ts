import type { Command } from 'commander';
import type { Cents } from '@vezne/domain/money';
import type { DecisionRow } from '../../db/read/desk/decision-rows.ts';
import { toTransactionId } from '../../ids.ts';
import { returnPayout } from '../../usecases/withdrawals/after-approval.ts';
import { getBankAccount } from '../../usecases/bank-accounts/get.ts';
import { action } from '../action.ts';
import { NOTE_HELP, SEEN_HELP, checkedNote, fingerprint } from '../transaction-options.ts';
import { decideOne, fingerprintOf } from '../decide.ts';
import { defineChange } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { amountAboveZero } from '../option-values.ts';

interface Options extends ChangeOptions {
  amount?: Cents;
  bankAccount?: string;
  paymentItself?: boolean;
  note?: string;
  seen: string;
}

export function returnedLines(row: DecisionRow): string[] {
  return [
    `${toTransactionId(row.id)} is rejected (${row.reasonCode}). The partner has its money back, and is told to refund the player.`,
  ];
}

export function addReturn(withdrawal: Command): void {
  defineChange(withdrawal, {
    name: 'return <id>',
    description: 'the bank sent an approved payout back: give the partner all that it cost',
    notes: [
      'Say so only when the money is back at the bank: the partner refunds the player. What is missing is booked as a fee of the bank;\n' +
        "above the amount of vezne limits show, with that day's other operations at the account, it waits for a second person.",
    ],
    examples: [
      'vezne withdrawal return txn_01a2b3c4d5e67f8091a2b3c4d5e6f708 --seen 5e1f00c2a7b9',
      'vezne withdrawal return txn_01a2b3c4d5e67f8091a2b3c4d5e6f708 --amount 960.00 --bank-account "TR68 0006 2000 0999 9901 2345 67" --seen 5e1f00c2a7b9',
    ],
  })
    .requiredOption('--seen <fingerprint>', SEEN_HELP, fingerprint)
    .option('--amount <amount>', 'how much arrived, if not all that the player was paid', amountAboveZero)
    .option(
      '--bank-account <account>',
      'the account that it arrived at, by IBAN or id, if not the one that paid',
    )
    .option(
      '--payment-itself',
      'the payment to the player came back, and not a transfer that had gone to a wrong account',
    )
    .option('--note <text>', NOTE_HELP)
    .action(
      action(async (idText: string, options: Options) => {
        const note = checkedNote(options.note);
        await decideOne(idText, options, {
          async decision(start, { db }) {
            const { amount: arrivedCents, bankAccount, paymentItself: isPaymentItself } = options;
            const bankAccountId =
              bankAccount === undefined ? undefined : (await getBankAccount(db, bankAccount)).id;
            const returned = { ...start, fingerprint: fingerprintOf(start), note };
            return returnPayout({ ...returned, arrivedCents, bankAccountId, isPaymentItself });
          },
          lines: returnedLines,
        });
      }),
    );
}
