import type { Command } from 'commander';
import type { Cents } from '@vezne/domain/money';
import { toTransactionId } from '../../ids.ts';
import { getBankAccount } from '../../usecases/bank-accounts/get.ts';
import type { DecisionRow } from '../../db/read/desk/decision-rows.ts';
import { rejectDeposit } from '../../usecases/deposits/decide.ts';
import type { MoneySeen } from '../../usecases/decisions/reject.ts';
import { action } from '../action.ts';
import { NOTE_HELP, SEEN_HELP, checkedNote, fingerprint } from '../transaction-options.ts';
import { decideOne } from '../decide.ts';
import { defineChange } from '../define-command.ts';
import { amountText } from '../layout.ts';
import { amountAboveZero } from '../option-values.ts';
import { reasonOption } from '../reject-options.ts';
import type { RejectOptions } from '../reject-options.ts';
import { nextSteps } from '../transaction/next-steps.ts';
import { getTransaction } from '../transaction/show.ts';
import type { Books } from '../with-database.ts';

interface Options extends RejectOptions {
  seenAmount?: Cents;
  bankAccount?: string;
  sender?: string;
  bankReference?: string;
  referenceUsedBefore?: boolean;
  /** false: --no-money. */
  money?: boolean;
}

export function addReject(deposit: Command): void {
  const id = 'txn_01a2b3c4d5e67f8091a2b3c4d5e6f708';
  defineChange(deposit, {
    name: 'reject <id>',
    description: 'no money came, or money that cannot be credited: tell the partner',
    notes: [
      'With third_party_sender and amount_mismatch money came: say how much, with --seen-amount. With no_money_seen none did.\n' +
        'With any other reason say which, with --seen-amount or --no-money. What was credited to another deposit was not seen for this one.\n' +
        'Money that was seen is in the books as unallocated money of its account: see vezne ledger unallocated.',
    ],
    examples: [
      `vezne deposit reject ${id} --reason no_money_seen`,
      `vezne deposit reject ${id} --reason duplicate --no-money`,
      `vezne deposit reject ${id} --reason third_party_sender --seen-amount 800.00 --sender "MURAT ISIK" --note "sent by a cousin"`,
    ],
  })
    .addOption(reasonOption('deposit'))
    .option(
      '--seen-amount <amount>',
      'how much was seen at the bank, for the partner to know',
      amountAboveZero,
    )
    .option(
      '--bank-account <account>',
      'where it was seen, by IBAN or id (default: the account that was shown)',
    )
    .option('--sender <name>', 'who sent it, as the bank shows it')
    .option('--bank-reference <text>', 'what the bank calls the transfer')
    .option('--reference-used-before', 'the bank shows another transfer with the same reference')
    .option('--no-money', 'no money was seen')
    .option('--note <text>', NOTE_HELP)
    .option('--seen <fingerprint>', SEEN_HELP, fingerprint)
    .action(
      action(async (idText: string, options: Options) => {
        const { reason: reasonCode } = options;
        const note = checkedNote(options.note);
        await decideOne(idText, options, {
          async decision(start, books) {
            const moneySeen = await moneySeenOf(books, start.transactionId, options);
            const { bankReference, sender: senderSeen, referenceUsedBefore: isReferenceUsedBefore } = options;
            const sighting = { bankReference, senderSeen, isReferenceUsedBefore };
            return rejectDeposit({ ...start, reasonCode, note, moneySeen, ...sighting });
          },
          lines: rejectedLines,
        });
      }),
    );
}

function rejectedLines(row: DecisionRow): string[] {
  const id = toTransactionId(row.id);
  const told =
    row.originalTransactionId === null
      ? 'The partner is told; nothing is credited.'
      : 'It is our own affair: the partner is not told.';
  return [`${id} is rejected (${row.reasonCode}). ${told}`, ...moneyLines(row)];
}

function moneyLines(row: DecisionRow): string[] {
  const { actualAmountCents, refusedTransactionId } = row;
  if (refusedTransactionId !== null) {
    return [`The money of ${toTransactionId(refusedTransactionId)} stays open: see vezne ledger unallocated`];
  }
  if (actualAmountCents === null) return ['No money was seen.'];
  return [
    `${amountText(actualAmountCents)} was seen at the bank, and is in the books as unallocated. It leaves in one of two ways:`,
    ...nextSteps(row).map((step) => `  ${step}`),
  ];
}

/** What the person says of the money. undefined: nothing, which most reasons don't allow. */
async function moneySeenOf(
  books: Books,
  transactionId: string,
  { seenAmount, bankAccount, money }: Options,
): Promise<MoneySeen | undefined> {
  if (seenAmount === undefined) return money === false ? null : undefined;
  const shown = async (): Promise<string> => (await getTransaction(books, transactionId)).bankAccountId ?? '';
  const account = await getBankAccount(books.db, bankAccount ?? (await shown()));
  return { amountCents: seenAmount, bankAccountId: account.id };
}
