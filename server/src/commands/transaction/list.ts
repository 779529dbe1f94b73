import { Option } from 'commander';
import type { Command } from 'commander';
import { formatIban } from '@vezne/domain/iban';
import { findDecisionRows } from '../../db/read/decision-rows.ts';
import type { DecisionRow } from '../../db/read/decision-rows.ts';
import { findWaitingIds } from '../../db/read/waiting-transactions.ts';
import { toTransactionId } from '../../ids.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { action } from '../action.ts';
import { withBooks } from '../with-database.ts';
import { STATEMENT_OPTIONS } from '../transaction-options.ts';
import { defineCommand } from '../define-command.ts';
import { amountText, table, timeText } from '../layout.ts';
import { readNames } from '../names.ts';
import type { Names } from '../names.ts';
import { wholeNumberBetween } from '../option-values.ts';
import { print } from '../output.ts';
import type { Output } from '../output.ts';
import { shortFingerprint, transactionValues } from './transaction-rows.ts';

interface Options extends Output {
  waiting: 'deposits' | 'withdrawals';
  limit: number;
}

/** A few screens. After a decision on the first rows, the next ones appear. */
const MAX_ROWS = 10_000;

export function addList(transaction: Command): void {
  defineCommand(transaction, {
    name: 'list',
    description: 'what waits for a decision, the oldest first, with the beginning of each fingerprint',
    examples: [
      'vezne transaction list --waiting deposits',
      'vezne transaction list --waiting withdrawals --limit 10',
    ],
  })
    .addOption(
      new Option('--waiting <queue>', 'which queue')
        .choices(['deposits', 'withdrawals'])
        .makeOptionMandatory(),
    )
    .option('--limit <number>', 'how many at most', wholeNumberBetween(1, MAX_ROWS), 50)
    .action(
      action(async (options: Options) => {
        const { waiting, limit } = options;
        const type = waiting === 'deposits' ? 'deposit' : 'withdrawal';
        await withBooks(async ({ db, pool }) => {
          const ids = await findWaitingIds(pool, { type, limit }, STATEMENT_OPTIONS);
          const found = await findDecisionRows(pool, ids, STATEMENT_OPTIONS);
          const rows = ids.flatMap((id) => found.get(id) ?? []);
          const lines = type === 'deposit' ? depositTable(rows, await readNames(db)) : withdrawalTable(rows);
          const transactions = rows.map(transactionValues);
          print(options, plainValues({ transactions }), rows.length === 0 ? [`No ${waiting} wait.`] : lines);
        });
      }),
    );
}

function depositTable(rows: readonly DecisionRow[], names: Names): string[] {
  return table(
    ['id', 'seen', 'created', 'asked for', 'code', 'player', 'paid to', 'partner'],
    rows.map((row) => [
      ...firstCells(row),
      row.referenceCode ?? '',
      row.customerFullName,
      names.get(row.bankAccountId ?? '') ?? '',
      row.partnerName,
    ]),
  );
}

function withdrawalTable(rows: readonly DecisionRow[]): string[] {
  return table(
    ['id', 'seen', 'created', 'asked for', 'to pay', 'stage', 'taken by', 'holder', 'payout to', 'partner'],
    rows.map((row) => [
      ...firstCells(row),
      amountText(row.playerAmountCents),
      row.stage ?? '',
      row.takenBy ?? '',
      row.payoutHolderName ?? '',
      formatIban(row.payoutIban ?? ''),
      row.partnerName,
    ]),
  );
}

function firstCells(row: DecisionRow): string[] {
  return [
    toTransactionId(row.id),
    shortFingerprint(row),
    timeText(row.createdAt),
    amountText(row.amountCents),
  ];
}
