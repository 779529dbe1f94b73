import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FORGOTTEN_RULES, forget } from './decisions/forgotten-rules.ts';
import type { ForgottenRule } from './decisions/forgotten-rules.ts';
import { MISBOOKED } from './decisions/misbooked.ts';
import type { MisbookedName } from './decisions/misbooked.ts';
import { runModel } from './decisions/model.ts';
import { BUGS, MODEL_BUGS, poolWith } from './decisions/planted.ts';
import type { Bug, ModelBug } from './decisions/planted.ts';
import { runRace } from './decisions/race.ts';
import { REFUSED_BUGS, plantRefusedBug } from './decisions/refused-bugs.ts';
import type { RefusedBug } from './decisions/refused-bugs.ts';
import { SLOW_ONE_IN, slowPool } from './decisions/slow-locks.ts';
import { withoutAgreement } from './decisions/without-agreement.ts';
import { depositsOnly, payoutsAtTwoBanks, payoutsOnly, worldShape } from './decisions/world-shape.ts';

const RUNS = 30;
/**
 * With a bug the model ends at its first failure. A wrong order of locks took about twenty runs, the other bugs one or two.
 */
const RUNS_WITH_BUG = 300;
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
    const { failure } = await runModel(t, {
      runs: RUNS_WITH_BUG,
      openPool: poolWith(bug),
      spoil: withoutAgreement,
      // Where everybody works on the same few accounts.
      shape: depositsOnly,
    });
    const { problems } = await runRace(t, { transactions: TRANSACTIONS, bug });
    t.diagnostic(`the model: ${failure?.message ?? 'nothing'}`);
    t.diagnostic(`the race: ${problems.length} problems`);
    assert.match(failure?.message ?? '', FOUND_BY[bug].model);
    assert.match(problems.join('\n'), FOUND_BY[bug].race);
  });
}

/** What the model says of each bug that the race does not meet. */
const FOUND_BY_MODEL: Readonly<Record<ModelBug, RegExp>> = {
  hold_survives: /a hold lasts until the next decision|transaction_hold/,
  part_not_written: /each part is a step of whoever sent it/,
  // Two people record a part, or hand over, from the same look.
  unseen_changes:
    /payout_transfer_pkey|transaction_parts_sent|is the taker's|goes to another person|takes a person who never had it|what postings says|rule: |amounts/,
};

for (const bug of MODEL_BUGS) {
  test(`the model finds a planted bug: ${bug.replaceAll('_', ' ')}`, async (t) => {
    const shape = bug === 'hold_survives' ? worldShape : payoutsOnly;
    const options = { runs: RUNS_WITH_BUG, openPool: poolWith(bug), spoil: withoutAgreement, shape };
    const { failure } = await runModel(t, options);
    t.diagnostic(`the model: ${failure?.message ?? 'nothing'}`);
    assert.match(failure?.message ?? '', FOUND_BY_MODEL[bug]);
  });
}

/** What really moved, and what is out, are sums of the model's own. */
const MISBOOKED_IS_FOUND: Readonly<Record<MisbookedName, RegExp>> = {
  returns_are_whole: /each bank account holds what really moved there/,
  recoveries_are_not_counted:
    /of each payout, what is out is what really is|never more comes back than is out/,
};

for (const name of Object.keys(MISBOOKED) as MisbookedName[]) {
  test(`the model finds what is booked wrongly: ${name.replaceAll('_', ' ')}`, async (t) => {
    const openPool = slowPool(SLOW_ONE_IN.long);
    const { failure } = await runModel(t, {
      runs: RUNS_WITH_BUG,
      openPool,
      // The database itself refuses a return that is not what was said of it.
      spoil: withoutAgreement,
      ...MISBOOKED[name],
      shape: payoutsAtTwoBanks,
    });
    t.diagnostic(`the model: ${failure?.message ?? 'nothing'}`);
    assert.match(failure?.message ?? '', MISBOOKED_IS_FOUND[name]);
  });
}

/** What objects when a use case has forgotten a rule: the check of the histories, or the database. */
const FORGOTTEN_IS_FOUND: Readonly<Record<ForgottenRule, RegExp>> = {
  only_the_taker_sends: /part_sent is the taker's/,
  parts_fit_the_payout: /transaction_parts_sent/,
  parts_add_up: /transaction_parts_sent/,
  what_has_left_stays_out: /transaction_parts_sent/,
  takers_take_nothing_over: /hand_over goes to another person/,
  authorisers_take_nothing_over: /hand_over never goes to whoever authorised it/,
  earlier_takers_undo_nothing: /takes a person who never had it/,
  // Of refused money the database says it.
  large_deposits_take_two: /approve takes two people|the amount and the accounts of its cause/,
  large_payouts_take_two: /authorise takes a second person/,
};

for (const rule of FORGOTTEN_RULES) {
  test(`the model finds a rule that was forgotten: ${rule.replaceAll('_', ' ')}`, async (t) => {
    const openPool = slowPool(SLOW_ONE_IN.long);
    const shape = rule.startsWith('large_') ? worldShape : payoutsOnly;
    const { failure } = await runModel(t, { runs: RUNS_WITH_BUG, openPool, plant: forget(rule), shape });
    t.diagnostic(`the model: ${failure?.message ?? 'nothing'}`);
    assert.match(failure?.message ?? '', FORGOTTEN_IS_FOUND[rule]);
  });
}

/** What the model says when refused money is not kept as it should be. */
const REFUSED_IS_FOUND: Readonly<Record<RefusedBug, RegExp>> = {
  refusal_posts_nothing: /each bank account holds what really moved there/,
  refused_money_comes_again: /each bank account holds what really moved there/,
  return_leaves_it_open: /what is open of refused money is what has not left/,
  rejected_late_money_is_told: /reject: its event|told once, except a rejection of late money/,
};

for (const bug of REFUSED_BUGS) {
  test(`the model finds a planted bug with refused money: ${bug.replaceAll('_', ' ')}`, async (t) => {
    const options = { shape: depositsOnly, spoil: withoutAgreement, ...plantRefusedBug(bug) };
    const { failure } = await runModel(t, { runs: RUNS_WITH_BUG, ...options });
    t.diagnostic(`the model: ${failure?.message ?? 'nothing'}`);
    assert.match(failure?.message ?? '', REFUSED_IS_FOUND[bug]);
  });
}
