/** A statement on paper. */
import { setImmediate as turn } from 'node:timers/promises';
import type { Cents } from '@vezne/domain/money';
import { ZERO_CENTS, addCents } from '@vezne/domain/money';
import { totalOf } from '@vezne/domain/partner-statement';
import { displayCode, displayFigure } from '@vezne/domain/written';
import { PAGE, RIGHT_EDGE, openPaper } from '../pdf-paper.ts';
import type { Paper, Written } from '../pdf-paper.ts';
import { planPages } from './page-plan.ts';
import { drawFirstPage } from './pdf-first-page.ts';
import type { Statement, StatementLine, StatementLines } from './statement.ts';
import { STATEMENT_TEXTS, closingText, periodText, shortTime } from './texts.ts';

const ROW = 15.4;
const TABLE_HEAD = 20;
/** Below this there is only the foot of the page. */
const BOTTOM = 790;
/** Where the table begins on pages without sums. */
const TOP = 66;
/** Above the table, on the page of the sums. */
const TABLE_TITLE = 34;
/** The first line, the sum of the page, and what is carried on. */
const AROUND = 3;
/** The first line, the sum of the page, the total, the closing balance, and two lines of notes. */
const AROUND_LAST = 6;

/** Left edges of texts, right edges of amounts. */
const COLUMNS = {
  time: { x: PAGE.inset, width: 72 },
  kind: { x: PAGE.inset + 74, width: 70 },
  reference: { x: PAGE.inset + 150, width: 116 },
  gross: PAGE.inset + 328,
  commission: PAGE.inset + 386,
  net: PAGE.inset + 450,
  balance: RIGHT_EDGE,
} as const;

const SIZE = 7.4;
const FIGURE: Written = { size: SIZE };
const QUIET: Written = { size: SIZE, colour: 'quiet' };
const STRONG: Written = { size: SIZE, weight: 'bold' };

interface Amounts {
  grossCents: Cents;
  commissionCents: Cents;
  netCents: Cents;
}

const NOTHING: Amounts = { grossCents: ZERO_CENTS, commissionCents: ZERO_CENTS, netCents: ZERO_CENTS };

export async function* pdfOf(statement: Statement, lines: StatementLines): AsyncGenerator<Buffer> {
  const { language } = statement;
  const texts = STATEMENT_TEXTS[language];
  const name = [texts.title, statement.number ?? periodText(statement, language)].join(' ');
  const paper = openPaper({ title: `${statement.partnerName} · ${name}`, language });
  paper.addPage();
  const below = drawFirstPage(paper, statement) + TABLE_TITLE;
  const total = totalOf(statement.sums);
  const rowsFrom = (y: number): number => Math.floor((BOTTOM - y - TABLE_HEAD) / ROW);
  const plan = planPages(total.count, {
    first: rowsFrom(below),
    other: rowsFrom(TOP),
    around: AROUND,
    aroundLast: AROUND_LAST,
  });

  let page = 0;
  let y = below;
  let balance = statement.balance.openingCents;
  let soFar = NOTHING;
  let ofPage = NOTHING;
  let leftOnPage = 0;

  function beginPage(): void {
    leftOnPage = plan[page] ?? 0;
    page += 1;
    ofPage = NOTHING;
    if (page > 1) {
      paper.addPage();
      drawPageHead(paper, [statement.partnerName, name].join(' · '));
      y = TOP;
    } else {
      paper.write(texts.movements, PAGE.inset, below - 8, { size: 10.5, weight: 'bold' });
    }
    drawFoot(paper, { left: `${texts.inLira} ${texts.timesAre}`, right: texts.page(page, plan.length) });
    // A first page without room for a line has no table.
    if (page === 1 && leftOnPage === 0 && plan.length > 1) return;
    drawTableHead(paper, { y, texts });
    y += TABLE_HEAD;
    if (isFirstOfTable()) sumRow(texts.opening, null, balance);
    else sumRow(texts.carriedOver, soFar, balance);
    paper.rule(y, PAGE.inset, RIGHT_EDGE, { width: 0.4 });
  }

  function isFirstOfTable(): boolean {
    return page === 1 || (page === 2 && plan[0] === 0);
  }

  function sumRow(
    label: string,
    amounts: Amounts | null,
    balanceCents: Cents | null,
    style: Written = QUIET,
  ): void {
    drawAmounts(paper, {
      y,
      language,
      amounts,
      balanceCents,
      style: { amounts: style, net: style, balance: style },
    });
    paper.write(label, COLUMNS.time.x, y + BASELINE, style);
    y += ROW;
  }

  function endPage(): void {
    if (page === 1 && plan[0] === 0 && plan.length > 1) return;
    paper.rule(y, PAGE.inset, RIGHT_EDGE, { colour: 'edge' });
    if (plan.length > 1) sumRow(texts.pageTotal, ofPage, null);
    if (page < plan.length) sumRow(texts.carriedForward, soFar, balance);
  }

  beginPage();
  for await (const some of lines) {
    for (const one of some) {
      while (leftOnPage === 0 && page < plan.length) {
        endPage();
        beginPage();
        const drawn = paper.take();
        if (drawn !== undefined) yield drawn;
        // A page takes some milliseconds. Others who use this process go first.
        await turn();
      }
      drawLine(paper, { y, line: one, statement });
      y += ROW;
      leftOnPage -= 1;
      balance = one.balanceAfterCents;
      soFar = plus(soFar, one.movement);
      ofPage = plus(ofPage, one.movement);
    }
  }
  while (page < plan.length) {
    endPage();
    beginPage();
  }
  if (total.count === 0) {
    paper.write(texts.noMovements, COLUMNS.time.x, y + BASELINE, QUIET);
    y += ROW;
  }
  if (balance !== statement.balance.closingCents) {
    throw new Error(
      `The lines lead to ${balance}, and the statement ends with ${statement.balance.closingCents}.`,
    );
  }
  endPage();
  sumRow(texts.total, total, null, STRONG);
  paper.box(
    { x: PAGE.inset - 6, y, width: RIGHT_EDGE - PAGE.inset + 12, height: ROW + 2, radius: 4 },
    'accent-soft',
  );
  y += 1;
  sumRow(closingText(statement), null, statement.balance.closingCents, { ...STRONG, colour: 'accent' });
  paper.write(statement.number === null ? texts.periodNote : texts.closedNote, PAGE.inset, y + 18, {
    size: 7,
    colour: 'quiet',
  });
  yield* paper.end();
}

const OPERATION_DIGITS = 12;

/** From the top of a row to the foot of its letters. */
const BASELINE = 10.2;

function plus(sum: Amounts, more: Amounts): Amounts {
  return {
    grossCents: addCents(sum.grossCents, more.grossCents),
    commissionCents: addCents(sum.commissionCents, more.commissionCents),
    netCents: addCents(sum.netCents, more.netCents),
  };
}

function drawTableHead(
  paper: Paper,
  { y, texts }: { y: number; texts: (typeof STATEMENT_TEXTS)['tr'] },
): void {
  const style: Written = { size: 7, colour: 'quiet' };
  const baseline = y + 12;
  for (const column of ['time', 'kind', 'reference'] as const)
    paper.write(texts[column], COLUMNS[column].x, baseline, style);
  for (const column of ['gross', 'commission', 'net', 'balance'] as const)
    paper.writeBefore(texts[column], COLUMNS[column], baseline, style);
  paper.rule(y + TABLE_HEAD - 2, PAGE.inset, RIGHT_EDGE, { colour: 'ink', width: 0.8 });
}

function drawLine(
  paper: Paper,
  { y, line, statement }: { y: number; line: StatementLine; statement: Statement },
): void {
  const { language } = statement;
  const { transaction, movement, operationId } = line;
  const baseline = y + BASELINE;
  paper.write(shortTime(line.at, language), COLUMNS.time.x, baseline, QUIET);
  paper.writeWithin(STATEMENT_TEXTS[language].kinds[movement.kind], { ...COLUMNS.kind, baseline }, FIGURE);
  const code = transaction?.referenceCode ?? null;
  const codeText = code === null ? '' : ` · ${displayCode(code)}`;
  // The end of an id differs most; the file for programs has it whole.
  const reference = transaction?.externalReference ?? operationId?.slice(-OPERATION_DIGITS) ?? '';
  const { x, width } = COLUMNS.reference;
  // The code stays whole: it is what one looks for.
  const codeWidth = paper.widthOf(codeText, QUIET);
  const referenceWidth = Math.min(paper.widthOf(reference, QUIET), width - codeWidth);
  paper.writeWithin(reference, { x, width: referenceWidth + 0.01, baseline }, QUIET);
  if (codeText !== '') paper.write(codeText, x + referenceWidth, baseline, QUIET);
  drawAmounts(paper, {
    y,
    language,
    amounts: movement,
    balanceCents: line.balanceAfterCents,
    style: { amounts: QUIET, net: STRONG, balance: FIGURE },
  });
  paper.rule(y + ROW, PAGE.inset, RIGHT_EDGE, { width: 0.4 });
}

function drawAmounts(
  paper: Paper,
  {
    y,
    language,
    amounts,
    balanceCents,
    style,
  }: {
    y: number;
    language: Statement['language'];
    amounts: Amounts | null;
    balanceCents: Cents | null;
    style: { amounts: Written; net: Written; balance: Written };
  },
): void {
  const baseline = y + BASELINE;
  const figure = (amountCents: Cents, right: number, written: Written): void =>
    paper.writeBefore(displayFigure(amountCents, language), right, baseline, written);
  if (amounts !== null) {
    figure(amounts.grossCents, COLUMNS.gross, style.amounts);
    figure(amounts.commissionCents, COLUMNS.commission, style.amounts);
    figure(amounts.netCents, COLUMNS.net, style.net);
  }
  if (balanceCents !== null) figure(balanceCents, COLUMNS.balance, style.balance);
}

function drawPageHead(paper: Paper, text: string): void {
  paper.write(text, PAGE.inset, 44, { size: 7.5, colour: 'quiet' });
  paper.rule(54, PAGE.inset, RIGHT_EDGE);
}

function drawFoot(paper: Paper, { left, right }: { left: string; right: string }): void {
  paper.rule(804, PAGE.inset, RIGHT_EDGE);
  paper.write(left, PAGE.inset, 817, { size: 6.8, colour: 'quiet' });
  paper.writeBefore(right, RIGHT_EDGE, 817, { size: 6.8, colour: 'quiet' });
}
