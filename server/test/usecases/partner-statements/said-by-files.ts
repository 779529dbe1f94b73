/** What a statement says, as it can be read from each kind of file. Its own sums must agree with its lines. */
import assert from 'node:assert/strict';
import { MOVEMENT_KINDS } from '@vezne/domain/partner-statement';
import type { MovementKind, StatementFormat } from '@vezne/domain/partner-statement';
import type { Language } from '@vezne/domain/written';
import { STATEMENT_TEXTS } from '../../../src/documents/partner-statement/texts.ts';
import { parse } from '../../harness/csv-file.ts';
import { pdfLines, sheetOf } from '../../harness/statement-files.ts';
import { sumsOf } from './sums.ts';
import type { Sums } from './sums.ts';

export interface Line {
  kind: MovementKind;
  grossCents: bigint;
  commissionCents: bigint;
  netCents: bigint;
  balanceCents: bigint;
}

export interface Said {
  lines: Line[];
  openingCents: bigint;
  closingCents: bigint;
  reservedOpeningCents: bigint;
  /** Set aside, paid out and given back. */
  reserve: bigint[];
  reservedClosingCents: bigint;
}

/** Whatever stands there. Amounts have two decimals in every file, and a minus of one kind or another. */
function inCents(text = ''): bigint {
  const [, sign, units = '', fraction = ''] =
    /^([-−+]?)([\d.,]+)[.,](\d\d)$/.exec(text) ?? assert.fail(`${text} is no amount`);
  const magnitude = BigInt(units.replaceAll(/[.,]/g, '') + fraction);
  return sign === '' || sign === '+' ? magnitude : -magnitude;
}

const inUnits = (text = ''): number => Number(text.replaceAll(/[.,]/g, ''));

function lineOf(kind: MovementKind, [gross, commission, net, balance]: readonly bigint[]): Line {
  assert.ok(gross !== undefined && commission !== undefined && net !== undefined && balance !== undefined);
  return {
    kind,
    grossCents: gross,
    commissionCents: commission,
    netCents: net,
    balanceCents: balance,
  };
}

/** The kind of a word; paper has no room for the longest. */
function kindOf(words: Readonly<Record<MovementKind, string>>, word = ''): MovementKind {
  const isCut = word.endsWith('…');
  const kinds = MOVEMENT_KINDS.filter((kind) =>
    isCut ? words[kind].startsWith(word.slice(0, -1)) : words[kind] === word,
  );
  assert.equal(kinds.length, 1, `${word} is one kind`);
  return kinds[0] ?? assert.fail();
}

type SumRow = readonly [kind: MovementKind | 'total', count: number, ...amounts: bigint[]];

/** Every kind once, and all of them together. */
function assertSums(rows: readonly SumRow[], lines: readonly Line[]): void {
  const sums = sumsOf(lines);
  const wanted: Sums = { ...sums.kinds, total: sums.total };
  assert.equal(rows.length, Object.keys(wanted).length);
  for (const [kind, movements, grossCents, commissionCents, netCents] of rows)
    assert.deepEqual({ movements, grossCents, commissionCents, netCents }, wanted[kind], kind);
}

async function saidByCsv(bytes: Buffer): Promise<Said> {
  const [head = [], ...rows] = parse(bytes.toString('utf8').slice(1));
  const at = (row: readonly string[], name: string): string => row[head.indexOf(name)] ?? '';
  const ofRecord = (...records: string[]): string[][] =>
    rows.filter((row) => records.includes(at(row, 'record')));
  const amounts = (row: readonly string[], columns: readonly string[]): bigint[] =>
    columns.map((column) => inCents(at(row, column)));
  const end = (record: string): bigint[] => {
    const [only, ...others] = ofRecord(record);
    assert.ok(only !== undefined && others.length === 0, record);
    return amounts(only, ['balance', 'reserved']);
  };
  const lines = ofRecord('movement').map((row) =>
    lineOf(at(row, 'kind') as MovementKind, amounts(row, ['gross', 'commission', 'net', 'balance'])),
  );
  assertSums(
    ofRecord('sum', 'total').map((row) => [
      (at(row, 'kind') || 'total') as MovementKind | 'total',
      Number(at(row, 'count')),
      ...amounts(row, ['gross', 'commission', 'net']),
    ]),
    lines,
  );
  const [openingCents = 0n, reservedOpeningCents = 0n] = end('opening');
  const [closingCents = 0n, reservedClosingCents = 0n] = end('closing');
  const reserve = ofRecord('reserved').map((row) => inCents(at(row, 'reserved')));
  return await Promise.resolve({
    lines,
    openingCents,
    closingCents,
    reservedOpeningCents,
    reserve,
    reservedClosingCents,
  });
}

/** Rows of a sheet, the first with number one, each as the cells of these columns. */
function rowsOf(bytes: Buffer, number: number, columns: readonly string[]): string[][] {
  const sheet = sheetOf(bytes, number);
  const last = Math.max(...[...sheet.keys()].map((address) => Number(address.replaceAll(/\D/g, ''))));
  return Array.from({ length: last }, (_, index) =>
    columns.map((column) => sheet.get(`${column}${index + 1}`) ?? ''),
  );
}

async function saidByXlsx(bytes: Buffer, language: Language): Promise<Said> {
  const texts = STATEMENT_TEXTS[language];
  const [, opening = [], ...rows] = rowsOf(bytes, 2, ['B', 'F', 'G', 'H', 'I']);
  const closing = rows.pop() ?? [];
  const total = rows.pop() ?? [];
  const lines = rows.map(([kind, ...amounts]) => lineOf(kindOf(texts.kinds, kind), amounts.map(inCents)));

  const summary = rowsOf(bytes, 1, ['A', 'B', 'C', 'D', 'E']);
  const row = (label: string): number => {
    const found = summary.findIndex(([first]) => first === label);
    return found === -1 ? assert.fail(`${label} is missing`) : found;
  };
  const amountOf = (label: string): bigint => inCents(summary[row(label)]?.at(-1));
  assertSums(
    summary
      .slice(row(texts.opening) + 1, row(texts.closing))
      .map(([label, count, ...amounts]) => [
        label === texts.total ? 'total' : kindOf(texts.sums, label),
        Number(count),
        ...amounts.map(inCents),
      ]),
    lines,
  );
  assert.deepEqual(
    [opening[0], opening[4], closing[0], closing[4], total[0], ...total.slice(1, 4)],
    [
      texts.opening,
      summary[row(texts.opening)]?.at(-1),
      texts.closing,
      summary[row(texts.closing)]?.at(-1),
      texts.total,
      ...(summary[row(texts.total)]?.slice(2) ?? []),
    ],
    'both sheets say the same',
  );
  return await Promise.resolve({
    lines,
    openingCents: amountOf(texts.opening),
    closingCents: amountOf(texts.closing),
    reservedOpeningCents: amountOf(texts.reserveOpening),
    reserve: Object.values(texts.reserveKinds).map(amountOf),
    reservedClosingCents: amountOf(texts.reserveClosing),
  });
}

const TIMES: Readonly<Record<Language, RegExp>> = {
  tr: /^\d\d\.\d\d\.\d{4} \d\d:\d\d$/,
  en: /^\d\d? [A-Z][a-z]{2} \d{4} \d\d:\d\d$/,
};
const FIGURES: Readonly<Record<Language, RegExp>> = {
  tr: /^−?\d[\d.]*,\d\d$/,
  en: /^−?\d[\d,]*\.\d\d$/,
};

/** Every line is read, and so is every sum of a page: each carries on where the one before ended. */
async function saidByPdf(bytes: Buffer, language: Language): Promise<Said> {
  const texts = STATEMENT_TEXTS[language];
  const pages = await pdfLines(bytes);
  const lines: Line[] = [];
  const sumRows: SumRow[] = [];
  const totals: bigint[][] = [];
  const amounts = ({ grossCents, commissionCents, netCents }: Omit<Line, 'kind' | 'balanceCents'>) => [
    grossCents,
    commissionCents,
    netCents,
  ];
  const soFar = (from = 0): bigint[] => amounts(sumsOf(lines.slice(from)).total);
  const kindOfSum = (label: string): MovementKind | 'total' | undefined =>
    label === texts.total ? 'total' : MOVEMENT_KINDS.find((kind) => texts.sums[kind] === label);
  let [openingCents, closingCents, reservedOpeningCents, reservedClosingCents] = [0n, 0n, 0n, 0n];
  let reserve: bigint[] = [];
  for (const [index, written] of pages.entries()) {
    const before = lines.length;
    for (const [place, [first = '', ...rest]] of written.entries()) {
      const figures = rest.filter((text) => FIGURES[language].test(text)).map((text) => inCents(text));
      const kind = kindOfSum(first);
      if (TIMES[language].test(first)) lines.push(lineOf(kindOf(texts.kinds, rest[0]), figures.slice(-4)));
      else if (kind !== undefined && index === 0 && lines.length === 0)
        sumRows.push([kind, inUnits(rest[0]), ...figures]);
      else if (kind === 'total') totals.push(figures);
      else if (first === texts.opening && rest.length === 1) openingCents = figures[0] ?? assert.fail();
      else if (first === texts.pageTotal)
        assert.deepEqual(figures, soFar(before), `the sum of page ${index + 1}`);
      else if (first === texts.carriedOver || first === texts.carriedForward)
        assert.deepEqual(
          figures,
          [...soFar(), lines.at(-1)?.balanceCents ?? openingCents],
          `what page ${index + 1} carries`,
        );
      else if (first === texts.closing) closingCents = figures[0] ?? assert.fail();
      else if (first === texts.reserveOpening) {
        const [start = 0n, ...others] = (written[place + 1] ?? []).map((text) => inCents(text));
        reservedOpeningCents = start;
        reservedClosingCents = others.pop() ?? 0n;
        reserve = others;
      }
    }
    assert.ok(written.some((line) => line.at(-1) === texts.page(index + 1, pages.length)));
  }
  assertSums(sumRows, lines);
  assert.deepEqual(totals, [soFar()], 'at the end of the last page');
  return { lines, openingCents, closingCents, reservedOpeningCents, reserve, reservedClosingCents };
}

export const READERS: Readonly<
  Record<StatementFormat, (bytes: Buffer, language: Language) => Promise<Said>>
> = { csv: saidByCsv, xlsx: saidByXlsx, pdf: saidByPdf };
