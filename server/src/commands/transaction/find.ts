import type { Command } from 'commander';
import {
  isReferenceCode,
  normalizeReferenceCode,
  sequenceNumberOf,
  suggestReferenceCodes,
} from '@vezne/domain/reference-code';
import { readReferenceCodeKey } from '../../config.ts';
import { findDecisionRows } from '../../db/read/decision-rows.ts';
import type { DecisionRow } from '../../db/read/decision-rows.ts';
import { findDepositsOfCode } from '../../db/read/deposits-of-code.ts';
import { toTransactionId } from '../../ids.ts';
import { createReferenceRound } from '../../usecases/deposits/reference-codes.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { action } from '../action.ts';
import { CommandError } from '../command-error.ts';
import { defineCommand } from '../define-command.ts';
import { amountText, table, timeText } from '../layout.ts';
import { print } from '../output.ts';
import type { Output } from '../output.ts';
import { stateText } from '../refusal-texts.ts';
import { STATEMENT_OPTIONS } from '../transaction-options.ts';
import { withBooks } from '../with-database.ts';
import { transactionValues } from './transaction-rows.ts';

export function addFind(transaction: Command): void {
  defineCommand(transaction, {
    name: 'find <code>',
    description: 'the deposit with a reference code, and the late money that came for it',
    notes: [
      'It takes a code as people write it, with spaces, dashes or small letters. It needs VEZNE_REFERENCE_CODE_KEY, by which\n' +
        'the number of the deposit is found.',
    ],
    examples: ['vezne transaction find 7K3F9XMA', 'vezne transaction find "7k3f 9xma"'],
  }).action(
    action(async (typed: string, options: Output) => {
      const code = codeOf(typed);
      const number = sequenceNumberOf(code, createReferenceRound(readReferenceCodeKey()));
      await withBooks(async ({ pool }) => {
        const deposits = await findDepositsOfCode(pool, { number, code }, STATEMENT_OPTIONS);
        if (deposits.some(({ referenceCode }) => referenceCode !== code)) {
          throw new CommandError(
            'VEZNE_REFERENCE_CODE_KEY is not the key that the codes were made with. Use the one of the api.',
          );
        }
        const ids = deposits.map(({ id }) => id);
        const found = await findDecisionRows(pool, ids, STATEMENT_OPTIONS);
        const rows = ids.flatMap((id) => found.get(id) ?? []);
        const transactions = rows.map(transactionValues);
        const lines = rows.length === 0 ? [`No deposit has the code ${code}.`] : depositTable(rows);
        print(options, plainValues({ code, transactions }), lines);
      });
    }),
  );
}

function codeOf(typed: string): string {
  const code = normalizeReferenceCode(typed);
  if (isReferenceCode(code)) return code;
  const suggestions = suggestReferenceCodes(typed);
  const meant = suggestions.length === 0 ? '' : ` It may be one of these: ${suggestions.join(', ')}.`;
  throw new CommandError(`"${typed}" is not a reference code: a character is wrong or missing.${meant}`);
}

function depositTable(rows: readonly DecisionRow[]): string[] {
  return table(
    ['id', 'created', 'asked for', 'state', 'player', 'partner', 'reference'],
    rows.map((row) => [
      toTransactionId(row.id),
      timeText(row.createdAt),
      amountText(row.amountCents),
      stateText(row),
      row.customerFullName,
      row.partnerName,
      row.externalReference,
    ]),
  );
}
