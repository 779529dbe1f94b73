/** Bugs that are planted in the engine, the use cases or the database, and what the model of decisions says of each. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { FORGOTTEN_RULES, forget } from './forgotten-rules.ts';
import type { ForgottenRule } from './forgotten-rules.ts';
import { MISBOOKED } from './misbooked.ts';
import type { MisbookedName } from './misbooked.ts';
import { runModel } from './model.ts';
import type { ModelOptions } from './model.ts';
import { BUGS, MODEL_BUGS, poolWith } from './planted.ts';
import type { Bug, ModelBug } from './planted.ts';
import { runRace } from './race.ts';
import { REFUSED_BUGS, plantRefusedBug } from './refused-bugs.ts';
import type { RefusedBug } from './refused-bugs.ts';
import { SLOW_ONE_IN, slowPool } from './slow-locks.ts';
import { withoutAgreement } from './without-agreement.ts';
import { depositsOnly, payoutsAtTwoBanks, payoutsOnly, worldShape } from './world-shape.ts';

/** A planted bug, and the proof that it is found. */
export interface PlantedBug {
  title: string;
  prove: (t: TestContext) => Promise<void>;
}

export const TRANSACTIONS_OF_A_RACE = 100;

/**
 * With a bug the model ends at its first failure. A wrong order of locks took about twenty runs, the other bugs one or two.
 */
const RUNS_WITH_BUG = 300;

function inWords(name: string): string {
  return name.replaceAll('_', ' ');
}

/** The model fails, and says this. Any other failure would be no proof. */
async function assertFound(t: TestContext, says: RegExp, options: Omit<ModelOptions, 'runs'>): Promise<void> {
  const { failure } = await runModel(t, { runs: RUNS_WITH_BUG, ...options });
  t.diagnostic(`the model: ${failure?.message ?? 'nothing'}`);
  assert.match(failure?.message ?? '', says);
}

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

const RACED: readonly PlantedBug[] = BUGS.map((bug) => ({
  title: `the model and the race both find a planted bug: ${inWords(bug)}`,
  async prove(t) {
    await assertFound(t, FOUND_BY[bug].model, {
      openPool: poolWith(bug),
      spoil: withoutAgreement,
      // Where everybody works on the same few accounts.
      shape: depositsOnly,
    });
    const { problems } = await runRace(t, { transactions: TRANSACTIONS_OF_A_RACE, bug });
    t.diagnostic(`the race: ${problems.length} problems`);
    assert.match(problems.join('\n'), FOUND_BY[bug].race);
  },
}));

/** What the model says of each bug that the race does not meet. */
const FOUND_BY_MODEL: Readonly<Record<ModelBug, RegExp>> = {
  hold_survives: /a hold lasts until the next decision|transaction_hold/,
  part_not_written: /each part is a step of whoever sent it/,
  // Two people record a part, or hand over, from the same look.
  unseen_changes:
    /payout_transfer_pkey|transaction_parts_sent|is the taker's|goes to another person|takes a person who never had it|what postings says|rule: |amounts/,
};

const MODELLED: readonly PlantedBug[] = MODEL_BUGS.map((bug) => ({
  title: `the model finds a planted bug: ${inWords(bug)}`,
  async prove(t) {
    const shape = bug === 'hold_survives' ? worldShape : payoutsOnly;
    await assertFound(t, FOUND_BY_MODEL[bug], { openPool: poolWith(bug), spoil: withoutAgreement, shape });
  },
}));

/** What really moved, and what is out, are sums of the model's own. */
const MISBOOKED_IS_FOUND: Readonly<Record<MisbookedName, RegExp>> = {
  returns_are_whole: /each bank account holds what really moved there/,
  recoveries_are_not_counted:
    /of each payout, what is out is what really is|never more comes back than is out/,
};

const WRONGLY_BOOKED: readonly PlantedBug[] = (Object.keys(MISBOOKED) as MisbookedName[]).map((name) => ({
  title: `the model finds what is booked wrongly: ${inWords(name)}`,
  async prove(t) {
    await assertFound(t, MISBOOKED_IS_FOUND[name], {
      openPool: slowPool(SLOW_ONE_IN.long),
      // The database itself refuses a return that is not what was said of it.
      spoil: withoutAgreement,
      ...MISBOOKED[name],
      shape: payoutsAtTwoBanks,
    });
  },
}));

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

const FORGOTTEN: readonly PlantedBug[] = FORGOTTEN_RULES.map((rule) => ({
  title: `the model finds a rule that was forgotten: ${inWords(rule)}`,
  async prove(t) {
    const shape = rule.startsWith('large_') ? worldShape : payoutsOnly;
    const openPool = slowPool(SLOW_ONE_IN.long);
    await assertFound(t, FORGOTTEN_IS_FOUND[rule], { openPool, plant: forget(rule), shape });
  },
}));

/** What the model says when refused money is not kept as it should be. */
const REFUSED_IS_FOUND: Readonly<Record<RefusedBug, RegExp>> = {
  refusal_posts_nothing: /each bank account holds what really moved there/,
  refused_money_comes_again: /each bank account holds what really moved there/,
  return_leaves_it_open: /what is open of refused money is what has not left/,
  rejected_late_money_is_told: /reject: its event|told once, except a rejection of late money/,
};

const OF_REFUSED_MONEY: readonly PlantedBug[] = REFUSED_BUGS.map((bug) => ({
  title: `the model finds a planted bug with refused money: ${inWords(bug)}`,
  async prove(t) {
    const options = { shape: depositsOnly, spoil: withoutAgreement, ...plantRefusedBug(bug) };
    await assertFound(t, REFUSED_IS_FOUND[bug], options);
  },
}));

const KINDS = [RACED, MODELLED, WRONGLY_BOOKED, FORGOTTEN, OF_REFUSED_MONEY];

export const PLANTED_BUGS: readonly PlantedBug[] = KINDS.flat();
/** One of each kind. */
export const SOME_PLANTED_BUGS: readonly PlantedBug[] = KINDS.flatMap((bugs) => bugs.slice(0, 1));
