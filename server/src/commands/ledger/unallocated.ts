import type { Command } from 'commander';
import { listOpenRefusedMoney, listUnallocatedBalances } from '../../db/read/desk/refused-money.ts';
import type { OpenRefusedMoney, UnallocatedBalance } from '../../db/read/desk/refused-money.ts';
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

const HEADINGS = ['since', 'deposit', 'account', 'came', 'open', 'reason', 'player', 'partner', 'sender'];
const ACCOUNT_HEADINGS = ['account', 'unallocated', 'of refused deposits', 'other'];

export function addUnallocated(ledger: Command): void {
  defineCommand(ledger, {
    name: 'unallocated',
    description: 'money that came and was refused, and neither was credited nor went back: the oldest first',
    notes: [
      'It leaves with vezne deposit late ID --refused ID, or with vezne ledger return-to-sender ID. The second table compares it with the\n' +
        'books; other is what adjustments entered without a deposit.',
    ],
    examples: ['vezne ledger unallocated --limit 20', 'vezne ledger unallocated --json'],
  })
    .option('--limit <number>', 'how many at most', wholeNumberBetween(1, MAX_ROWS), 50)
    .action(
      action(async (options: Output & { limit: number }) => {
        await withBooks(async ({ db, pool }) => {
          const { limit } = options;
          const found = await listOpenRefusedMoney(pool, { limit }, STATEMENT_OPTIONS);
          const accounts = await listUnallocatedBalances(pool, STATEMENT_OPTIONS);
          const refused = found.map(({ transactionId, ...money }) => ({
            transactionId: toTransactionId(transactionId),
            ...money,
          }));
          const names = await readNames(db);
          print(options, plainValues({ refused, accounts }), linesOf(refused, accounts, names));
        });
      }),
    );
}

function linesOf(
  refused: readonly OpenRefusedMoney[],
  accounts: readonly UnallocatedBalance[],
  names: Names,
): string[] {
  if (accounts.length === 0) return ['No refused money is open.'];
  const rows = refused.map((money) => cells(money, names));
  const balances = accounts.map(({ bankAccountId, balanceCents, refusedCents, otherCents }) => [
    names.get(bankAccountId) ?? bankAccountId,
    ...[balanceCents, refusedCents, otherCents].map(amountText),
  ]);
  const open = rows.length === 0 ? ['No refused money is open.'] : table(HEADINGS, rows);
  return [...open, '', ...table(ACCOUNT_HEADINGS, balances)];
}

function cells(money: OpenRefusedMoney, names: Names): string[] {
  return [
    timeText(money.since),
    money.transactionId,
    names.get(money.bankAccountId) ?? money.bankAccountId,
    amountText(money.amountCents),
    amountText(money.openCents),
    money.reasonCode,
    `${money.player} (id ${money.playerId})`,
    money.partner,
    senderText(money),
  ];
}

/** What the bank shows counts; what the player says is better than nothing. */
function senderText({ senderSeen, senderClaimed }: OpenRefusedMoney): string {
  return senderSeen ?? (senderClaimed === null ? '' : `${senderClaimed} (says the player)`);
}
