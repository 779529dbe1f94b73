import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseArgs } from 'node:util';
import { measureGrowth } from '../../bench/growth/growth.ts';
import { limitedFigures, missedLimits } from '../../bench/growth/limits.ts';
import { OPERATION_NAMES, OPERATION_TITLES } from '../../bench/growth/operations.ts';
import { figuresTable, spaceTable } from '../../bench/growth/report.ts';
import { writeGrowthChart } from '../../bench/growth/write-chart.ts';
import { say, summarise } from './figures.ts';

/** Or those that are given, such as `npm run long -- growth 100000 1000000`. */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    cache: { type: 'string' },
    rounds: { type: 'string', default: '6' },
    chart: { type: 'boolean', default: false },
  },
});
const SIZES = positionals.length > 0 ? positionals.map(Number) : [100_000, 10_000_000];
const OPEN_TODAY = 20_000;

test('an operation costs the same with a long history as with a short one', async (t) => {
  const disposal = new AsyncDisposableStack();
  t.after(async () => await disposal.disposeAsync());
  const { figures, spaces } = await measureGrowth(disposal, {
    sizes: SIZES.toSorted((left, right) => left - right),
    rounds: Number(values.rounds),
    share: 1,
    openToday: OPEN_TODAY,
    only: new Set(OPERATION_NAMES),
    cache: values.cache,
    settings: {},
    signal: t.signal,
    step: say,
  });
  if (values.chart) await writeGrowthChart(figures);
  process.stdout.write(`\n${figuresTable(figures)}\n\n${spaceTable(spaces)}\n`);
  const cells = limitedFigures(figures).map(({ operation, ratio, walBytes }) => [
    OPERATION_TITLES[operation],
    `${ratio.median.toFixed(2)}${walBytes > 1_000 ? `, ${walBytes.toFixed(0)} bytes` : ''}`,
  ]);
  summarise({ transactions: SIZES.join(', '), ...Object.fromEntries(cells) });
  assert.deepEqual(missedLimits(figures), []);
});
