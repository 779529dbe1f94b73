import type { Command } from 'commander';
import { accountKey } from '@vezne/domain/accounts';
import { findLedgerAccountIds } from '../../db/read/ledger/accounts.ts';
import { listEntries } from '../../db/read/ledger/books.ts';
import type { BookedEntry } from '../../db/read/ledger/books.ts';
import { toTransactionId } from '../../ids.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { action } from '../action.ts';
import { withBooks } from '../with-database.ts';
import { STATEMENT_OPTIONS } from '../transaction-options.ts';
import { defineCommand } from '../define-command.ts';
import { amountText, table, timeText } from '../layout.ts';
import { wholeNumberBetween } from '../option-values.ts';
import { print } from '../output.ts';
import type { Output } from '../output.ts';
import { ACCOUNTS_NOTE, accountNamed } from './account-named.ts';

/** A few screens. */
const MAX_ENTRIES = 10_000;

export function addEntries(ledger: Command): void {
  defineCommand(ledger, {
    name: 'entries <account>',
    description: 'the entries of an account, the newest first, with the balance after each',
    notes: [ACCOUNTS_NOTE],
    examples: [
      'vezne ledger entries partner_balance:Acme --limit 20',
      'vezne ledger entries "bank:TR33 0006 1005 1978 6457 8413 26"',
    ],
  })
    .option('--limit <number>', 'how many at most', wholeNumberBetween(1, MAX_ENTRIES), 50)
    .action(
      action(async (text: string, options: Output & { limit: number }) => {
        await withBooks(async ({ db, pool }) => {
          const name = await accountNamed(db, text);
          const accountId = (await findLedgerAccountIds(pool, [name], STATEMENT_OPTIONS)).get(
            accountKey(name),
          );
          if (accountId === undefined) throw new Error(`The ledger has no account ${accountKey(name)}.`);
          const found = await listEntries(pool, { accountId, limit: options.limit }, STATEMENT_OPTIONS);
          const entries = found.map(withTransactionId);
          const headings = [
            'no',
            'time',
            'amount',
            'balance after',
            'kind',
            'transaction or operation',
            'note',
          ];
          const lines = table(headings, entries.map(cells));
          print(options, plainValues({ entries }), entries.length === 0 ? ['No entries.'] : lines);
        });
      }),
    );
}

function withTransactionId({ transactionId, ...entry }: BookedEntry): BookedEntry {
  return { ...entry, transactionId: transactionId && toTransactionId(transactionId) };
}

function cells(entry: BookedEntry): string[] {
  return [
    String(entry.entryNo),
    timeText(entry.at),
    amountText(entry.amountCents),
    amountText(entry.balanceAfterCents),
    entry.kind,
    entry.transactionId ?? entry.operationId ?? '',
    entry.note ?? '',
  ];
}
