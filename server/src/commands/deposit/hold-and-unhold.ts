import { Option } from 'commander';
import type { Command } from 'commander';
import { HOLD_MAX_DAYS, HOLD_REASONS } from '@vezne/domain/hold';
import type { HoldReason } from '@vezne/domain/hold';
import { toTransactionId } from '../../ids.ts';
import { holdDeposit, unholdDeposit } from '../../usecases/deposits/hold.ts';
import { action } from '../action.ts';
import { NOTE_HELP, SEEN_HELP, checkedNote, fingerprint } from '../transaction-options.ts';
import { decideOne } from '../decide.ts';
import { defineChange } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { timeValue } from '../option-values.ts';
import { holdText } from '../transaction/transaction-rows.ts';

interface Options extends ChangeOptions {
  note?: string;
  seen?: string;
}

interface HoldOptions extends Options {
  reason: HoldReason;
  until: Date;
}

const ID = 'txn_01a2b3c4d5e67f8091a2b3c4d5e6f708';

export function addHoldAndUnhold(deposit: Command): void {
  defineChange(deposit, {
    name: 'hold <id>',
    description: 'put a deposit that waits for a decision at the end of the queue until a time',
    notes: ['It can be approved or rejected at any time; that ends the hold.'],
    examples: [`vezne deposit hold ${ID} --reason bank_down --until 2026-11-16T09:00+03:00`],
  })
    .addOption(
      new Option('--reason <reason>', 'why it has to wait').choices(HOLD_REASONS).makeOptionMandatory(),
    )
    .requiredOption(
      '--until <time>',
      `a time with its offset, at most ${HOLD_MAX_DAYS} days ahead`,
      timeValue,
    )
    .option('--note <text>', NOTE_HELP)
    .option('--seen <fingerprint>', SEEN_HELP, fingerprint)
    .action(
      action(async (idText: string, options: HoldOptions) => {
        const { reason, until } = options;
        const note = checkedNote(options.note);
        await decideOne(idText, options, {
          decision: (start) => holdDeposit({ ...start, note, reason, until }),
          lines: (row) => [`${toTransactionId(row.id)} is held until ${holdText(row)}.`],
        });
      }),
    );
  defineChange(deposit, {
    name: 'unhold <id>',
    description: 'let a held deposit wait for its decision like any other again',
    examples: [`vezne deposit unhold ${ID}`],
  })
    .option('--note <text>', NOTE_HELP)
    .option('--seen <fingerprint>', SEEN_HELP, fingerprint)
    .action(
      action(async (idText: string, options: Options) => {
        const note = checkedNote(options.note);
        await decideOne(idText, options, {
          decision: (start) => unholdDeposit({ ...start, note }),
          lines: (row) => [`${toTransactionId(row.id)} is not held any more.`],
        });
      }),
    );
}
