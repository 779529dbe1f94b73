import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DECISIONS_EACH, runRace } from './decisions/race.ts';

const TRANSACTIONS = 1_000;

test(`${TRANSACTIONS} transactions, ${DECISIONS_EACH} decisions each over two processes: one is made, the others are conflicts`, async (t) => {
  const { problems, finishes } = await runRace(t, { transactions: TRANSACTIONS });
  assert.deepEqual(problems, []);
  assert.equal(finishes.length, TRANSACTIONS * DECISIONS_EACH);
  const winners = finishes.filter(({ outcome }) => outcome === 'made');
  // Had one of them always been first, it would have been no race.
  const won = Object.groupBy(winners, ({ note, trigger }) => `process ${note.charAt(0)}, ${trigger}`);
  assert.equal(
    Object.keys(won).length,
    4,
    `both processes approve and reject: ${Object.keys(won).join('; ')}`,
  );
});
