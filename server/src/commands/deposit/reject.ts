import type { Command } from 'commander';
import type { Cents } from '@vezne/domain/money';
import { toTransactionId } from '../../ids.ts';
import { rejectDeposit } from '../../usecases/deposits/decide.ts';
import { action } from '../action.ts';
import { NOTE_HELP, SEEN_HELP, checkedNote, fingerprint } from '../transaction-options.ts';
import { decideOne } from '../decide.ts';
import { defineChange } from '../define-command.ts';
import { amountAboveZero } from '../option-values.ts';
import { reasonOption } from '../reject-options.ts';
import type { RejectOptions } from '../reject-options.ts';

interface Options extends RejectOptions {
  seenAmount?: Cents;
}

export function addReject(deposit: Command): void {
  const id = 'txn_01a2b3c4d5e67f8091a2b3c4d5e6f708';
  defineChange(deposit, {
    name: 'reject <id>',
    description: 'no money came, or money that cannot be credited: tell the partner',
    examples: [
      `vezne deposit reject ${id} --reason no_money_seen`,
      `vezne deposit reject ${id} --reason third_party_sender --seen-amount 800.00 --note "sent by a cousin"`,
    ],
  })
    .addOption(reasonOption('deposit'))
    .option(
      '--seen-amount <amount>',
      'how much was seen at the bank, for the partner to know',
      amountAboveZero,
    )
    .option('--note <text>', NOTE_HELP)
    .option('--seen <fingerprint>', SEEN_HELP, fingerprint)
    .action(
      action(async (idText: string, options: Options) => {
        const { reason: reasonCode, seenAmount: actualCents } = options;
        const note = checkedNote(options.note);
        await decideOne(idText, options, {
          decision: (start) => rejectDeposit({ ...start, reasonCode, note, actualCents }),
          lines: (row) => [
            `${toTransactionId(row.id)} is rejected (${row.reasonCode}). The partner is told; nothing is credited.`,
          ],
        });
      }),
    );
}
