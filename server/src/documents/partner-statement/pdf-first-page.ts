/** What a statement says on one look: whose it is, of when, what came and went, and what is left. */
import type { Cents } from '@vezne/domain/money';
import { subtractCents } from '@vezne/domain/money';
import { totalOf } from '@vezne/domain/partner-statement';
import { displayAmount, displayCount, displayFigure, displaySignedAmount } from '@vezne/domain/written';
import { PAGE, RIGHT_EDGE } from '../pdf-paper.ts';
import type { Paper, Written } from '../pdf-paper.ts';
import type { Statement } from './statement.ts';
import { STATEMENT_TEXTS, longDay, shortTime } from './texts.ts';

const LEFT = PAGE.inset;
const WIDTH = RIGHT_EDGE - LEFT;
const LABEL: Written = { size: 7.4, colour: 'quiet' };

/** Draws it, and returns where it ends. */
export function drawFirstPage(paper: Paper, statement: Statement): number {
  drawHead(paper, statement);
  drawFigures(paper, statement, 148);
  const below = drawSums(paper, statement, 232);
  return drawReserve(paper, statement, below + 26);
}

function drawHead(paper: Paper, statement: Statement): void {
  const { language, number, partnerName, lastEntry } = statement;
  const texts = STATEMENT_TEXTS[language];
  paper.box({ x: LEFT, y: 38, width: 20, height: 20, radius: 5 }, 'accent');
  const initial: Written = { size: 12, weight: 'bold', colour: 'on-accent' };
  paper.write('V', LEFT + 10 - paper.widthOf('V', initial) / 2, 52.4, initial);
  paper.write('Vezne', LEFT + 27, 52.6, { size: 13, weight: 'bold' });
  paper.writeBefore(texts.title, RIGHT_EDGE, 52.6, { size: 13, colour: 'accent' });
  paper.rule(70, LEFT, RIGHT_EDGE);

  const fits = (size: number): boolean => paper.widthOf(partnerName, { size, weight: 'bold' }) <= 320;
  const size = [20, 18, 16, 14, 12].find(fits) ?? 10;
  paper.writeWithin(partnerName, { x: LEFT, width: 320, baseline: 102 }, { size, weight: 'bold' });
  paper.write(`${longDay(statement.from, language)} – ${longDay(statement.to, language)}`, LEFT, 121, {
    size: 10,
    colour: 'quiet',
  });
  const facts: [string, string][] = [
    ...(number === null ? [] : [[texts.number, number] satisfies [string, string]]),
    ...(lastEntry === null
      ? []
      : [
          [texts.lastEntry, `${lastEntry.no} · ${shortTime(lastEntry.at, language)}`] satisfies [
            string,
            string,
          ],
        ]),
    [texts.movements, displayCount(totalOf(statement.sums).count, language)],
    [texts.currency, 'TRY'],
  ];
  facts.forEach(([label, value], index) => {
    const baseline = 92 + index * 14.5;
    paper.write(label, RIGHT_EDGE - 160, baseline, { size: 8, colour: 'quiet' });
    paper.writeBefore(value, RIGHT_EDGE, baseline, { size: 8, weight: 'bold' });
  });
}

/** Four figures side by side. The last is what one looks for. */
function drawFigures(paper: Paper, { language, balance, sums, lastEntry }: Statement, y: number): void {
  const texts = STATEMENT_TEXTS[language];
  const change = subtractCents(balance.closingCents, balance.openingCents);
  const gap = 8;
  const last = 158;
  const width = (WIDTH - last - 3 * gap) / 3;
  const plain: [string, string][] = [
    [texts.opening, displayAmount(balance.openingCents, language)],
    [texts.change, displaySignedAmount(change, language)],
    [texts.commission, displaySignedAmount(totalOf(sums).commissionCents, language)],
  ];
  plain.forEach(([label, figure], index) => {
    const x = LEFT + index * (width + gap);
    paper.box({ x, y, width, height: 54, radius: 6 }, 'sunken');
    drawFigure(paper, { x: x + 10, y, width: width - 20, label, figure, size: 11.5 });
  });
  const x = RIGHT_EDGE - last;
  paper.box({ x, y, width: last, height: 54, radius: 6 }, 'accent');
  const figure = displayAmount(balance.closingCents, language);
  drawFigure(paper, {
    x: x + 12,
    y,
    width: last - 24,
    label: lastEntry === null ? texts.closing : texts.closingUpTo(String(lastEntry.no)),
    figure,
    size: 15,
    colour: 'on-accent',
  });
}

function drawFigure(
  paper: Paper,
  {
    x,
    y,
    width,
    label,
    figure,
    size,
    colour,
  }: {
    x: number;
    y: number;
    width: number;
    label: string;
    figure: string;
    size: number;
    colour?: 'on-accent';
  },
): void {
  paper.write(label, x, y + 20, { size: 7.4, colour: colour ?? 'quiet' });
  // Billions are written smaller rather than cut.
  const fitting = [size, size - 1.5, size - 3, size - 4.5].find(
    (one) => paper.widthOf(figure, { size: one, weight: 'bold' }) <= width,
  );
  paper.write(figure, x, y + 40, { size: fitting ?? 6, weight: 'bold', colour: colour ?? 'ink' });
}

const SUM_COLUMNS = {
  count: LEFT + 218,
  gross: LEFT + 318,
  commission: LEFT + 410,
  net: RIGHT_EDGE,
} as const;
const SUM_ROW = 18;

function drawSums(paper: Paper, { language, sums }: Statement, top: number): number {
  const texts = STATEMENT_TEXTS[language];
  const size = 8.4;
  paper.write(texts.summary, LEFT, top, { size: 10.5, weight: 'bold' });
  for (const column of ['count', 'gross', 'commission', 'net'] as const)
    paper.writeBefore(texts[column], SUM_COLUMNS[column], top, LABEL);
  let y = top + 8;
  paper.rule(y, LEFT, RIGHT_EDGE, { colour: 'ink', width: 0.8 });
  const row = (label: string, sum: ReturnType<typeof totalOf>, style: Written): void => {
    const baseline = y + 12.2;
    const figure = (amountCents: Cents): string => displayFigure(amountCents, language);
    paper.write(label, LEFT, baseline, { ...style, size });
    paper.writeBefore(displayCount(sum.count, language), SUM_COLUMNS.count, baseline, {
      ...style,
      size,
      ...(style.weight === 'bold' ? {} : { colour: 'quiet' }),
    });
    paper.writeBefore(figure(sum.grossCents), SUM_COLUMNS.gross, baseline, { ...style, size });
    paper.writeBefore(figure(sum.commissionCents), SUM_COLUMNS.commission, baseline, { ...style, size });
    paper.writeBefore(figure(sum.netCents), SUM_COLUMNS.net, baseline, { size, weight: 'bold' });
    y += SUM_ROW;
  };
  for (const sum of sums) {
    row(texts.sums[sum.kind], sum, {});
    paper.rule(y, LEFT, RIGHT_EDGE, { width: 0.4 });
  }
  if (sums.length > 0) paper.rule(y, LEFT, RIGHT_EDGE, { colour: 'edge' });
  row(texts.total, totalOf(sums), { weight: 'bold' });
  return y;
}

/** In one line: what was set aside, what came to it and went, and what is still. */
function drawReserve(paper: Paper, { language, reserved, reserveSums }: Statement, top: number): number {
  const texts = STATEMENT_TEXTS[language];
  paper.write(texts.reserve, LEFT, top, { size: 10.5, weight: 'bold' });
  const after = LEFT + paper.widthOf(texts.reserve, { size: 10.5, weight: 'bold' }) + 10;
  paper.write(texts.reserveHint, after, top, { size: 7, colour: 'quiet' });
  const cells: [string, string, Written?][] = [
    [texts.reserveOpening, displayFigure(reserved.openingCents, language)],
    ...reserveSums.map(({ kind, amountCents }): [string, string] => [
      texts.reserveKinds[kind],
      `${amountCents > 0n ? '+' : ''}${displayFigure(amountCents, language)}`,
    ]),
    [texts.reserveClosing, displayFigure(reserved.closingCents, language), { weight: 'bold' }],
  ];
  const y = top + 8;
  paper.rule(y, LEFT, RIGHT_EDGE, { colour: 'ink', width: 0.8 });
  const width = WIDTH / cells.length;
  cells.forEach(([label, figure, style], index) => {
    const isLast = index === cells.length - 1;
    const x = LEFT + index * width;
    if (isLast) {
      paper.writeBefore(label, RIGHT_EDGE, y + 14, LABEL);
      paper.writeBefore(figure, RIGHT_EDGE, y + 27, { size: 8.4, ...style });
    } else {
      paper.write(label, x, y + 14, LABEL);
      paper.write(figure, x, y + 27, { size: 8.4, ...style });
    }
  });
  paper.rule(y + 35, LEFT, RIGHT_EDGE, { width: 0.4 });
  return y + 35;
}
