// Before a release: it proves that the model would see a bug, in two minutes. What lands has passed chaos/ledger-model.test.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runModel } from './decisions/model.ts';
import { SOME_PLANTED_BUGS, TRANSACTIONS_OF_A_RACE } from './decisions/planted-bugs.ts';
import { runRace } from './decisions/race.ts';
import { SLOW_ONE_IN, slowPool } from './decisions/slow-locks.ts';

const RUNS = 30;

test('without a planted bug the small model and the small race find nothing', async (t) => {
  assert.ifError((await runModel(t, { runs: RUNS, openPool: slowPool(SLOW_ONE_IN.short) })).failure);
  assert.deepEqual((await runRace(t, { transactions: TRANSACTIONS_OF_A_RACE })).problems, []);
});

// One of each kind. `npm run long -- planted-bugs` has all of them.
for (const { title, prove } of SOME_PLANTED_BUGS) test(title, prove);
