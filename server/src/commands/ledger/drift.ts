import type { Command } from 'commander';
import { listTypedBalances } from '../../db/read/ledger/drift.ts';
import type { TypedBalance } from '../../db/read/ledger/drift.ts';
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

/** A few screens. */
const MAX_ROWS = 10_000;

const HEADINGS = ['time', 'typed by', 'account', 'bank', 'books', 'difference', 'transaction or operation'];

export function addDrift(ledger: Command): void {
  defineCommand(ledger, {
    name: 'drift',
    description: 'bank balances that people typed because the books showed too little, the newest first',
    notes: [
      'The difference is what the bank had more than the books at that moment: what is still to be entered.',
    ],
    examples: ['vezne ledger drift --limit 20'],
  })
    .option('--limit <number>', 'how many at most', wholeNumberBetween(1, MAX_ROWS), 50)
    .action(
      action(async (options: Output & { limit: number }) => {
        await withBooks(async ({ db, pool }) => {
          const found = await listTypedBalances(pool, { limit: options.limit }, STATEMENT_OPTIONS);
          const drift = found.map(({ transactionId, ...typed }) => ({
            ...typed,
            transactionId: transactionId && toTransactionId(transactionId),
          }));
          const names = await readNames(db);
          const lines = table(
            HEADINGS,
            drift.map((typed) => cells(typed, names)),
          );
          print(options, plainValues({ drift }), drift.length === 0 ? ['Nobody typed a balance.'] : lines);
        });
      }),
    );
}

function cells(typed: TypedBalance, names: Names): string[] {
  return [
    timeText(typed.at),
    typed.typedBy,
    names.get(typed.bankAccountId) ?? typed.bankAccountId,
    amountText(typed.bankBalanceCents),
    amountText(typed.bookBalanceCents),
    amountText(typed.differenceCents),
    typed.transactionId ?? typed.operationId ?? '',
  ];
}
