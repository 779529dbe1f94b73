import type { Command } from 'commander';
import { listBankAccounts } from '../../db/read/bank-accounts/bank-accounts.ts';
import { findDecisionRows } from '../../db/read/desk/decision-rows.ts';
import type { DecisionRow } from '../../db/read/desk/decision-rows.ts';
import { findPayoutParts } from '../../db/read/payouts/payout-parts.ts';
import { findMisdirectedPayout } from '../../db/read/payouts/misdirected-payouts.ts';
import { findOpenRequestOf } from '../../db/read/requests/four-eyes-requests.ts';
import type { FourEyesRequest } from '../../db/read/requests/four-eyes-requests.ts';
import { findReceipts, findSenderDetails } from '../../db/read/transactions/sender-details.ts';
import { findTransactionHistory } from '../../db/read/transactions/transaction-history.ts';
import type { HistoryStep, TransactionHistory } from '../../db/read/transactions/transaction-history.ts';
import { toEventId, toTransactionId } from '../../ids.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { refused } from '../../usecases/refusal.ts';
import { action } from '../action.ts';
import { withBooks } from '../with-database.ts';
import type { Books } from '../with-database.ts';
import { STATEMENT_OPTIONS, transactionIdOf } from '../transaction-options.ts';
import { defineCommand } from '../define-command.ts';
import { amountText, columnsInside, indented, timeText } from '../layout.ts';
import { labelText } from '../names.ts';
import { print } from '../output.ts';
import type { Output } from '../output.ts';
import { stateText } from '../refusal-texts.ts';
import { requestValues } from '../request/request-text.ts';
import { heading } from '../terminal.ts';
import { accountsBefore, noteText } from './account-moves.ts';
import type { AccountsById } from './account-moves.ts';
import { misdirectedLines } from './misdirected-lines.ts';
import { partLines } from './part-lines.ts';
import { nextSteps, readOptions } from './next-steps.ts';
import { receiptLines, senderRows, senderValues } from './sender-rows.ts';
import { transactionRows, transactionValues } from './transaction-rows.ts';

export function addShow(transaction: Command): void {
  defineCommand(transaction, {
    name: 'show <id>',
    description:
      'all that a person decides on: amounts, player, accounts, sender, receipts, parts, history, postings, events',
    notes: [
      'The fingerprint covers who pays what to whom and who has worked on it. A decision carries it in --seen, so that\n' +
        'nobody decides on something else than they saw.',
    ],
    examples: ['vezne transaction show txn_01a2b3c4d5e67f8091a2b3c4d5e6f708'],
  }).action(
    action(async (idText: string, options: Output) => {
      const id = transactionIdOf(idText);
      await withBooks(async (books) => {
        const row = await getTransaction(books, id);
        // All of them: there are few, and a deposit can have been shown several.
        const accounts = new Map((await listBankAccounts(books.db)).map((each) => [each.id, each]));
        const account = row.bankAccountId === null ? undefined : accounts.get(row.bankAccountId);
        const history = await findTransactionHistory(books.pool, id, STATEMENT_OPTIONS);
        const details = await findSenderDetails(books.pool, id, STATEMENT_OPTIONS);
        const sender = details && senderValues(row, details);
        const parts = await findPayoutParts(books.pool, id, STATEMENT_OPTIONS);
        const misdirected = await findMisdirectedPayout(books.pool, id, STATEMENT_OPTIONS);
        const request = await findOpenRequestOf(books.db, id);
        const receipts = await findReceipts(books.pool, id, STATEMENT_OPTIONS);
        const { steps, transfers } = history;
        const events = history.events.map((event) => ({ ...event, id: toEventId(event.id) }));
        const transactionShown = transactionValues(row);
        const bankAccount = account ?? null;
        const accountsShownBefore = accountsBefore(row, steps, accounts);
        print(
          options,
          plainValues({
            transaction: transactionShown,
            bankAccount,
            accountsShownBefore,
            request: request ? requestValues(request) : null,
            sender: sender ?? null,
            receipts,
            parts,
            misdirected: misdirected ? { ...misdirected, payoutId: toTransactionId(id) } : null,
            steps,
            transfers,
            events,
          }),
          [
            heading(`${row.type === 'deposit' ? 'Deposit' : 'Withdrawal'} of ${row.partnerName}`),
            ...indented(transactionRows(row, account, accountsShownBefore)),
            ...section('What the player says of the sender', sender ? columnsInside(senderRows(sender)) : []),
            ...section('Receipts', receiptLines(row, receipts)),
            ...section('Parts', partLines(row, parts)),
            ...section('Money that went to a wrong account', misdirectedLines(misdirected)),
            ...historyLines(row, { steps, transfers, events }, accounts),
            ...(request ? askedSection(row, request) : section('What can be done now', nextSteps(row))),
          ],
        );
      });
    }),
  );
}

/** While a request waits, a second person confirms or declines it, and nobody asks again. */
function askedSection(row: DecisionRow, { id, askedBy, expiresAt }: FourEyesRequest): string[] {
  return section(`It waits for a second person until ${timeText(expiresAt)}, asked by ${askedBy}`, [
    `vezne request show ${id}`,
    `vezne request confirm ${id}${readOptions(row)} --as NAME`,
  ]);
}

/** The transaction with this id; refused when there is none. */
export async function getTransaction({ pool }: Pick<Books, 'pool'>, id: string): Promise<DecisionRow> {
  const row = (await findDecisionRows(pool, [id], STATEMENT_OPTIONS)).get(id);
  if (row !== undefined) return row;
  throw refused('transaction_not_found', { transactionId: id });
}

function historyLines(
  row: DecisionRow,
  { steps, transfers, events }: TransactionHistory,
  accounts: AccountsById,
): string[] {
  return [
    ...section('History', columnsInside(steps.map((step) => stepCells(row, step, accounts)))),
    ...section(
      'Books (debit, credit)',
      columnsInside(
        transfers.map(({ stepNo, kind, amountCents, debit, credit }) => [
          String(stepNo),
          kind,
          amountText(amountCents),
          labelText(debit),
          labelText(credit),
        ]),
      ),
    ),
    ...section(
      'Events',
      columnsInside(
        events.map(({ stepNo, type, id, feedNo, playerAmountCents }) => [
          String(stepNo),
          type,
          id,
          `number ${feedNo} of the partner's feed`,
          `player amount ${amountText(playerAmountCents)}`,
        ]),
      ),
    ),
  ];
}

function stepCells(
  { partnerId, partnerName }: DecisionRow,
  step: HistoryStep,
  accounts: AccountsById,
): string[] {
  const { stepNo, at, trigger, actorKind, actor } = step;
  const who = `${actorKind} ${actor === partnerId ? partnerName : actor}`;
  return [String(stepNo), timeText(at), trigger, stateText(step), who, noteText(step, accounts)];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [heading(title), ...lines.map((line) => `  ${line}`)];
}
