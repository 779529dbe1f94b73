import { Option } from 'commander';
import type { Command } from 'commander';
import type { Kysely } from 'kysely';
import { formatIban } from '@vezne/domain/iban';
import { findDecisionRows } from '../../db/read/desk/decision-rows.ts';
import type { DecisionRow } from '../../db/read/desk/decision-rows.ts';
import { listOpenRequests } from '../../db/read/requests/four-eyes-requests.ts';
import type { FourEyesRequest } from '../../db/read/requests/four-eyes-requests.ts';
import { findWaitingIds } from '../../db/read/transactions/waiting-transactions.ts';
import type { Database } from '../../db/schema.ts';
import { toTransactionId } from '../../ids.ts';
import { marksOf } from '../../usecases/decisions/marks.ts';
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
import { bulkLines } from './bulk-lines.ts';
import { warningsOf } from './deposit-warnings.ts';
import { holdText, shortFingerprint, transactionValues } from './transaction-rows.ts';

interface Options extends Output {
  waiting: 'deposits' | 'withdrawals';
  limit: number;
  forFile?: boolean;
}

/** A few screens. After a decision on the first rows, the next ones appear. */
const MAX_ROWS = 10_000;

export function addList(transaction: Command): void {
  defineCommand(transaction, {
    name: 'list',
    description: 'what waits for a decision, who waits longest first, with the beginning of each fingerprint',
    notes: [
      'Deposits that are held come last, until the time of their hold is over.',
      'With --for-file, deposits come as the lines that vezne deposit approve --from-file takes, with amount, code and name after #.\n' +
        'One that carries a warning, is held or waits for a second person is a line that is not taken.',
    ],
    examples: [
      'vezne transaction list --waiting deposits',
      'vezne transaction list --waiting withdrawals --limit 10',
      'vezne transaction list --waiting deposits --for-file > seen.txt',
    ],
  })
    .addOption(
      new Option('--waiting <queue>', 'which queue')
        .choices(['deposits', 'withdrawals'])
        .makeOptionMandatory(),
    )
    .option('--limit <number>', 'how many at most', wholeNumberBetween(1, MAX_ROWS), 50)
    .option('--for-file', 'deposits only: print lines for vezne deposit approve --from-file')
    .action(
      action(async (options: Options, command: Command) => {
        const { waiting, limit, forFile } = options;
        if (forFile && (waiting !== 'deposits' || options.json))
          command.error('error: --for-file is for deposits, and does not go with --json');
        const type = waiting === 'deposits' ? 'deposit' : 'withdrawal';
        await withBooks(async ({ db, pool }) => {
          const ids = await findWaitingIds(pool, { type, limit }, STATEMENT_OPTIONS);
          const found = await findDecisionRows(pool, ids, STATEMENT_OPTIONS);
          const rows = ids.flatMap((id) => found.get(id) ?? []);
          const asked = await readAsked(db);
          if (forFile) {
            print(
              options,
              {},
              bulkLines(rows, (row) => noteCell(row, asked)),
            );
            return;
          }
          const lines =
            type === 'deposit'
              ? depositTable(rows, asked, await readNames(db))
              : withdrawalTable(rows, asked);
          const transactions = rows.map((row) => ({
            ...transactionValues(row),
            requestId: asked.get(row.id)?.id ?? null,
          }));
          print(options, plainValues({ transactions }), rows.length === 0 ? [`No ${waiting} wait.`] : lines);
        });
      }),
    );
}

/** The open requests about transactions, by the transaction. */
type Asked = ReadonlyMap<string, FourEyesRequest>;

async function readAsked(db: Kysely<Database>): Promise<Asked> {
  const requests = await listOpenRequests(db);
  return new Map(
    requests.flatMap((request) =>
      request.subjectType === 'transaction' && request.subjectId !== null
        ? [[request.subjectId, request] as const]
        : [],
    ),
  );
}

/** What a person has to know before deciding, in words without spaces. */
function noteCell(row: DecisionRow, asked: Asked): string {
  const request = asked.get(row.id);
  const hold = holdText(row);
  return [
    ...marksOf(row),
    ...warningsOf(row),
    ...(request === undefined ? [] : [`asked_by_${request.askedBy}`]),
    ...(hold === null ? [] : [`held until ${hold}`]),
  ].join(' ');
}

function depositTable(rows: readonly DecisionRow[], asked: Asked, names: Names): string[] {
  return table(
    ['id', 'seen', 'created', 'asked for', 'code', 'player', 'paid to', 'partner', 'look at'],
    rows.map((row) => [
      ...firstCells(row),
      row.referenceCode ?? '',
      row.customerFullName,
      names.get(row.bankAccountId ?? '') ?? '',
      row.partnerName,
      noteCell(row, asked),
    ]),
  );
}

function withdrawalTable(rows: readonly DecisionRow[], asked: Asked): string[] {
  return table(
    [
      'id',
      'seen',
      'created',
      'asked for',
      'to pay',
      'stage',
      'taken by',
      'holder',
      'payout to',
      'partner',
      'look at',
    ],
    rows.map((row) => [
      ...firstCells(row),
      amountText(row.playerAmountCents),
      row.stage ?? '',
      row.takenBy ?? '',
      row.payoutHolderName ?? '',
      formatIban(row.payoutIban ?? ''),
      row.partnerName,
      noteCell(row, asked),
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
