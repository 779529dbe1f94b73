import { test } from 'node:test';
import { decideAtTheDesk } from '../desk-decisions/run.ts';
import { say, summarise } from './figures.ts';

/** Or as many as are given, such as `npm run long -- desk-decisions 1000`. */
const DECISIONS = Number(process.argv[2] ?? 10_000);

test(`${DECISIONS} decisions at the console`, async (t) => {
  const figures = await decideAtTheDesk(t, { decisions: DECISIONS, seed: 2026, say });
  summarise({
    decisions: figures.decisions,
    presses: figures.presses,
    'sent twice': figures.twice,
    'two people at once': figures.refused,
    'decided in, s': figures.decidedSeconds.toFixed(0),
    'audit entries': figures.auditEntries,
    seals: figures.seals,
    'verified in, s': figures.verifiedSeconds.toFixed(1),
  });
});
