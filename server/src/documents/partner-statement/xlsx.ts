import type { Cents } from '@vezne/domain/money';
import { totalOf } from '@vezne/domain/partner-statement';
import { displayCode } from '@vezne/domain/written';
import { toTransactionId } from '../../ids.ts';
import { xlsx } from '../xlsx.ts';
import type { Cell, Sheet } from '../xlsx.ts';
import type { Statement, StatementLine, StatementLines } from './statement.ts';
import { STATEMENT_TEXTS, closingText, longDay, periodText } from './texts.ts';
import type { StatementTexts } from './texts.ts';

type Row = readonly Cell[];

/** A statement as a workbook: a sheet with the sums, and one with every movement. */
export function xlsxOf(statement: Statement, lines: StatementLines): AsyncGenerator<Buffer> {
  const texts = STATEMENT_TEXTS[statement.language];
  const title = [texts.title, statement.number ?? periodText(statement, statement.language)].join(' ');
  return xlsx([summary(statement, texts), movements(statement, { texts, lines })], { title });
}

const text = (words: string): Cell => ({ text: words });
const quiet = (words: string): Cell => ({ text: words, style: 'quiet' });
const bold = (words: string): Cell => ({ text: words, style: 'bold' });
const head = (words: string): Cell => ({ text: words, style: 'head' });
const headRight = (words: string): Cell => ({ text: words, style: 'headRight' });
const amount = (cents: Cents): Cell => ({ cents });
const boldAmount = (cents: Cents): Cell => ({ cents, isBold: true });

function summary(statement: Statement, texts: StatementTexts): Sheet {
  const { language, balance, reserved, sums, reserveSums, number } = statement;
  const total = totalOf(sums);
  const rows: Row[] = [
    [{ text: statement.partnerName, style: 'title' }],
    [bold(texts.title), ...(number === null ? [] : [quiet(number)])],
    [quiet(texts.period), text(`${longDay(statement.from, language)} – ${longDay(statement.to, language)}`)],
    [quiet(texts.currency), text('TRY')],
    [],
    [
      head(texts.kind),
      headRight(texts.count),
      headRight(texts.gross),
      headRight(texts.commission),
      headRight(texts.net),
    ],
    [bold(texts.opening), null, null, null, boldAmount(balance.openingCents)],
    ...sums.map((sum) => [
      text(texts.sums[sum.kind]),
      { count: sum.count },
      amount(sum.grossCents),
      amount(sum.commissionCents),
      amount(sum.netCents),
    ]),
    [
      bold(texts.total),
      { count: total.count },
      boldAmount(total.grossCents),
      boldAmount(total.commissionCents),
      boldAmount(total.netCents),
    ],
    [bold(closingText(statement)), null, null, null, boldAmount(balance.closingCents)],
    [],
    [head(texts.reserve), head(''), head(''), head(''), headRight(texts.amount)],
    [text(texts.reserveOpening), null, null, null, amount(reserved.openingCents)],
    ...reserveSums.map(({ kind, amountCents }) => [
      text(texts.reserveKinds[kind]),
      null,
      null,
      null,
      amount(amountCents),
    ]),
    [bold(texts.reserveClosing), null, null, null, boldAmount(reserved.closingCents)],
    [],
    [quiet(number === null ? texts.periodNote : texts.closedNote)],
    [quiet(texts.timesAre)],
  ];
  return { name: texts.summary, widths: [30, 24, 20, 18, 20], rows: [rows] };
}

function movements(
  statement: Statement,
  { texts, lines }: { texts: StatementTexts; lines: StatementLines },
): Sheet {
  const { balance, sums } = statement;
  const heads: Row = [
    ...[texts.time, texts.kind, texts.yourReference, texts.code, texts.id].map(head),
    ...[texts.gross, texts.commission, texts.net, texts.balance, texts.entry].map(headRight),
  ];
  const opening: Row = [null, bold(texts.opening), ...NONE, ...NO_AMOUNTS, boldAmount(balance.openingCents)];
  const total = totalOf(sums);
  const closing: Row[] = [
    [
      null,
      bold(texts.total),
      ...NONE,
      boldAmount(total.grossCents),
      boldAmount(total.commissionCents),
      boldAmount(total.netCents),
    ],
    [null, bold(closingText(statement)), ...NONE, ...NO_AMOUNTS, boldAmount(balance.closingCents)],
  ];
  async function* rows(): AsyncGenerator<readonly Row[]> {
    yield [heads, opening];
    for await (const some of lines) yield some.map((one) => movementRow(one, texts));
    yield closing;
  }
  return {
    name: texts.movements,
    widths: [19, 20, 28, 15, 40, 17, 15, 17, 18, 11],
    headRow: 1,
    rows: rows(),
  };
}

/** Three references; three amounts. */
const NONE: Row = [null, null, null];
const NO_AMOUNTS: Row = [null, null, null];

function movementRow(
  { entryNo, at, movement, transaction, ...rest }: StatementLine,
  texts: StatementTexts,
): Row {
  const code = transaction?.referenceCode ?? null;
  const id = transaction === null ? (rest.operationId ?? '') : toTransactionId(transaction.id);
  return [
    { time: at },
    text(texts.kinds[movement.kind]),
    transaction === null ? null : text(transaction.externalReference),
    code === null ? null : text(displayCode(code)),
    text(id),
    amount(movement.grossCents),
    amount(movement.commissionCents),
    amount(movement.netCents),
    amount(rest.balanceAfterCents),
    { count: Number(entryNo) },
  ];
}
