import { median } from '../pairs.ts';
import type { Outcome, Slice } from '../pairs.ts';

const HEADINGS = [
  'pair',
  'first',
  'bare/s',
  'product/s',
  'ratio',
  'bare µs: node',
  'postgres',
  'load',
  'product µs: node',
  'postgres',
  'load',
];

/** A Markdown table, ready to paste into a document. */
export function outcomeTable(outcome: Outcome): string {
  const { pairs, title, ratio, min, max, cpuRatio } = outcome;
  const rows = pairs.map((pair, index) => [
    String(index + 1),
    pair.first,
    ...figures(pair.bare, pair.product, pair.ratio),
  ]);
  const middle = (side: 'bare' | 'product'): Slice => ({
    perSecond: median(pairs.map((pair) => pair[side].perSecond)),
    nodeUs: median(pairs.map((pair) => pair[side].nodeUs)),
    postgresUs: median(pairs.map((pair) => pair[side].postgresUs)),
    loadUs: median(pairs.map((pair) => pair[side].loadUs)),
  });
  const medians = ['median', '', ...figures(middle('bare'), middle('product'), ratio)];
  const lines = aligned([HEADINGS, ...rows, medians]);
  const rule = lines[0]?.replaceAll(/[^|]/g, '-') ?? '';
  return [
    `${title}: ratio ${ratio.toFixed(2)} (${min.toFixed(2)} to ${max.toFixed(2)}, ${pairs.length} pairs), CPU ratio ${cpuRatio.toFixed(2)}`,
    '',
    lines[0],
    rule,
    ...lines.slice(1),
  ].join('\n');
}

function figures(bare: Slice, product: Slice, ratio: number): string[] {
  return [
    ...[bare.perSecond, product.perSecond].map((number) => String(Math.round(number))),
    ratio.toFixed(2),
    ...[bare, product]
      .flatMap(({ nodeUs, postgresUs, loadUs }) => [nodeUs, postgresUs, loadUs])
      .map((number) => String(Math.round(number))),
  ];
}

function aligned(rows: readonly string[][]): string[] {
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map(
    (row) => `| ${row.map((cell, column) => cell.padStart(widths[column] ?? 0)).join(' | ')} |`,
  );
}
