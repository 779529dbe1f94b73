import { test } from 'node:test';
import { createThroughCuts } from './faults/cut-commits.ts';

const CUTS = 50;

test(`when the connection to the database is cut after the commit of a create was sent, ${CUTS} times, each create gets its answer and its retry the same one`, async (t) => {
  await createThroughCuts(t, { cuts: CUTS, say: (line) => t.diagnostic(line) });
});
