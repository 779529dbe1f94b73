import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DECISIONS_EACH, runRace } from './decisions/race.ts';

const TRANSACTIONS = 1_000;

test(`of ${DECISIONS_EACH} decisions on each of ${TRANSACTIONS} transactions by two processes, one is made and the others are conflicts`, async (t) => {
  const { problems, finishes } = await runRace(t, { transactions: TRANSACTIONS });
  assert.deepEqual(problems, []);
  assert.equal(finishes.length, TRANSACTIONS * DECISIONS_EACH);
  const winners = finishes.filter(({ outcome }) => outcome === 'made');
  // If one of them were always first, it would not be a race.
  const won = Object.groupBy(winners, ({ note, trigger }) => `process ${note.charAt(0)}, ${trigger}`);
  assert.equal(
    Object.keys(won).length,
    4,
    `both processes approve and reject: ${Object.keys(won).join('; ')}`,
  );
});
