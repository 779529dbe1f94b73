import { test } from 'node:test';
import { withstandOverload } from '../overload/overload.ts';
import { say, summarise } from './figures.ts';

const RAMP_SECONDS = 5;
/** Or as many as are given, such as `npm run long -- overload 20`. */
const OVERLOAD_SECONDS = Number(process.argv[2] ?? 60);

test(`three times as much as one api can do, for ${OVERLOAD_SECONDS} s`, async (t) => {
  const run = { rampSeconds: RAMP_SECONDS, overloadSeconds: OVERLOAD_SECONDS, say };
  const figures = await withstandOverload(t, run);
  summarise({
    'capacity a second': figures.capacity.toFixed(0),
    offered: figures.offered.toFixed(0),
    answered: figures.answered.toFixed(0),
    'with success': figures.admitted,
    'refused (503)': figures.refused,
    'over its rate (429)': figures.rateLimited,
    'p99 of successes, ms': figures.p99Ms.toFixed(0),
    'most memory, MB': figures.peakMegabytes.toFixed(0),
    'recovered after, ms': figures.recoveredMs.toFixed(0),
  });
});
