import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runModel } from './decisions/model.ts';
import { BUGS, poolWith } from './decisions/planted.ts';
import type { Bug } from './decisions/planted.ts';
import { runRace } from './decisions/race.ts';
import { SLOW_ONE_IN, slowPool } from './decisions/slow-locks.ts';

const RUNS = 30;
/**
 * With a bug the model ends at its first failure. A wrong order of locks took about twenty runs, the other bugs one or two.
 */
const RUNS_WITH_BUG = 200;
const TRANSACTIONS = 100;

test('without a planted bug the small model and the small race find nothing', async (t) => {
  assert.ifError((await runModel(t, { runs: RUNS, openPool: slowPool(SLOW_ONE_IN.short) })).failure);
  assert.deepEqual((await runRace(t, { transactions: TRANSACTIONS })).problems, []);
});

/** How the model and the race report each bug. Any other failure would be no proof. */
const FOUND_BY: Readonly<Record<Bug, { model: RegExp; race: RegExp }>> = {
  unguarded_update: {
    // Two decisions are made where only one is possible. Which rule or constraint breaks first depends on the two.
    model: /violates|rule: |no edge .* leads from|what postings says|reported as made/,
    race: /one winner and seven conflicts|no edge .* leads from/,
  },
  event_outside_transaction: { model: /is told once/, race: /is told once/ },
  unsorted_lock: {
    // The engine tries again, and the count of deadlocks shows it. The confirmation of a request doesn't try again, so it
    // fails.
    model: /statements never deadlock|deadlock detected/,
    race: /statements never deadlock/,
  },
};

for (const bug of BUGS) {
  test(`the model and the race both find a planted bug: ${bug.replaceAll('_', ' ')}`, async (t) => {
    const { failure } = await runModel(t, { runs: RUNS_WITH_BUG, openPool: poolWith(bug) });
    const { problems } = await runRace(t, { transactions: TRANSACTIONS, bug });
    t.diagnostic(`the model: ${failure?.message ?? 'nothing'}`);
    t.diagnostic(`the race: ${problems.length} problems`);
    assert.match(failure?.message ?? '', FOUND_BY[bug].model);
    assert.match(problems.join('\n'), FOUND_BY[bug].race);
  });
}
