import type { Figure, Spread } from './figures.ts';
import { OPERATION_TITLES } from './operations.ts';
import type { Space } from './space.ts';

/** Markdown tables, ready to paste into a document. */
export function figuresTable(figures: readonly Figure[]): string {
  const headings = [
    'operation',
    'when',
    'transactions',
    'PostgreSQL µs (min to max)',
    'ratio (min to max)',
    'other processes µs',
    'WAL bytes',
    'full-page images',
    'buffers hit',
    'read',
    'HOT',
  ];
  const rows = figures.map((figure) => [
    OPERATION_TITLES[figure.operation],
    figure.moment === 'any' ? '' : figure.moment,
    figure.size.toLocaleString('en'),
    spread(figure.backendUs, 0),
    spread(figure.ratio, 2),
    figure.othersUs.toFixed(0),
    figure.walBytes.toFixed(0),
    figure.fullPageImages.toFixed(2),
    figure.buffersHit.toFixed(0),
    figure.buffersRead.toFixed(1),
    figure.hotShare === undefined ? '' : `${(figure.hotShare * 100).toFixed(0)} %`,
  ]);
  return table(headings, rows);
}

/** Bytes for each transaction, with a column for each size. */
export function spaceTable(spaces: ReadonlyMap<number, readonly Space[]>): string {
  const sizes = [...spaces.keys()];
  const largest = spaces.get(Math.max(...sizes)) ?? [];
  const headings = ['bytes a transaction', ...sizes.map((size) => size.toLocaleString('en'))];
  const cell = (size: number, name: string): string =>
    spaces
      .get(size)
      ?.find((space) => space.name === name)
      ?.bytesEach.toFixed(0) ?? '';
  const rows = largest.map(({ name, isIndex }) => [
    isIndex ? `index ${name}` : `**${name}**`,
    ...sizes.map((size) => cell(size, name)),
  ]);
  const total = sizes.map((size) =>
    (spaces.get(size) ?? []).reduce((sum, { bytesEach }) => sum + bytesEach, 0).toFixed(0),
  );
  return table(headings, [...rows, ['all', ...total]]);
}

function spread({ median, min, max }: Spread, digits: number): string {
  return `${median.toFixed(digits)} (${min.toFixed(digits)} to ${max.toFixed(digits)})`;
}

function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  return [headings, headings.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
