import { test } from 'node:test';
import { createThroughCuts } from '../faults/cut-commits.ts';
import { say, summarise } from './figures.ts';

/** Or as many as are given, such as `npm run long -- cut-commits 2000`. */
const CUTS = Number(process.argv[2] ?? 500);

test(`${CUTS} connections to the database are cut after the commit of a create was sent`, async (t) => {
  const startMs = performance.now();
  const { cuts, creates, whenSent } = await createThroughCuts(t, { cuts: CUTS, say });
  summarise({
    cuts,
    'when sent': whenSent,
    'when committed': cuts - whenSent,
    creates,
    seconds: ((performance.now() - startMs) / 1_000).toFixed(0),
  });
});
