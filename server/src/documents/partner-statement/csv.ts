/** A statement as CSV: one table, whose first column says what a line is. Programs filter by it; people read the description. */
import type { Cents } from '@vezne/domain/money';
import { totalOf } from '@vezne/domain/partner-statement';
import { turkishTime } from '@vezne/domain/turkish-time';
import { toTransactionId } from '../../ids.ts';
import { headLine, line } from '../csv.ts';
import type { Statement, StatementLine, StatementLines } from './statement.ts';
import { STATEMENT_TEXTS, closingText } from './texts.ts';

const COLUMNS = [
  /** opening, movement, sum, total, reserved or closing. */
  'record',
  'entry',
  'time_utc',
  'time_turkey',
  'kind',
  'description',
  'external_reference',
  'reference_code',
  'transaction_id',
  'operation_id',
  'count',
  'gross',
  'commission',
  'net',
  'balance',
  'reserved',
] as const;

type Column = (typeof COLUMNS)[number];
type Cells = Partial<Record<Column, string | { cents: Cents }>>;

export async function* csvOf(statement: Statement, lines: StatementLines): AsyncGenerator<string> {
  const texts = STATEMENT_TEXTS[statement.language];
  const { balance, reserved, sums, reserveSums, lastEntry } = statement;
  yield (
    headLine(COLUMNS) +
      row({
        record: 'opening',
        description: texts.opening,
        balance: { cents: balance.openingCents },
        reserved: { cents: reserved.openingCents },
      })
  );
  for await (const some of lines) {
    yield some.map((one) => movementRow(one, texts.kinds[one.movement.kind])).join('');
  }
  yield [
    ...sums.map((sum) =>
      row({ record: 'sum', kind: sum.kind, description: texts.sums[sum.kind], ...amounts(sum) }),
    ),
    row({ record: 'total', description: texts.total, ...amounts(totalOf(sums)) }),
    ...reserveSums.map(({ kind, amountCents }) =>
      row({
        record: 'reserved',
        kind,
        description: `${texts.reserve}: ${texts.reserveKinds[kind]}`,
        reserved: { cents: amountCents },
      }),
    ),
    row({
      record: 'closing',
      ...(lastEntry !== null && {
        entry: String(lastEntry.no),
        time_utc: lastEntry.at.toISOString(),
        time_turkey: turkishTime(lastEntry.at).replace('T', ' '),
      }),
      description: closingText(statement),
      balance: { cents: balance.closingCents },
      reserved: { cents: reserved.closingCents },
    }),
  ].join('');
}

function movementRow(
  { entryNo, at, movement, transaction, ...rest }: StatementLine,
  description: string,
): string {
  return row({
    record: 'movement',
    entry: String(entryNo),
    time_utc: at.toISOString(),
    time_turkey: turkishTime(at).replace('T', ' '),
    kind: movement.kind,
    description,
    external_reference: transaction?.externalReference ?? '',
    reference_code: transaction?.referenceCode ?? '',
    transaction_id: transaction === null ? '' : toTransactionId(transaction.id),
    operation_id: rest.operationId ?? '',
    gross: { cents: movement.grossCents },
    commission: { cents: movement.commissionCents },
    net: { cents: movement.netCents },
    balance: { cents: rest.balanceAfterCents },
  });
}

function amounts(sum: { count: number; grossCents: Cents; commissionCents: Cents; netCents: Cents }): Cells {
  return {
    count: String(sum.count),
    gross: { cents: sum.grossCents },
    commission: { cents: sum.commissionCents },
    net: { cents: sum.netCents },
  };
}

function row(cells: Cells): string {
  return line(COLUMNS.map((column) => cells[column] ?? ''));
}
