/**
 * The delivery of webhooks by a cursor for each endpoint, as a model: every order in which two workers, the receiver and the
 * database can take their steps, with a few faults in each configuration.
 */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { FAULTS } from './webhook-model/faults.ts';
import type { Fault } from './webhook-model/faults.ts';
import { INVARIANTS } from './webhook-model/invariants.ts';
import { protocol } from './webhook-model/protocol.ts';
import { NO_WAY_OUT, search } from './webhook-model/search.ts';
import type { Bounds } from './webhook-model/state.ts';

/** Twice what the largest has. One that grows beyond should be made smaller, not searched in part. */
const MAX_STATES = 400_000;

const NO_FAULTS = { kills: 0, stalls: 0, failures: 0, losses: 0, replays: 0, splits: 0 };

function bounds(references: string, faults: Partial<Bounds>): Bounds {
  return { ...NO_FAULTS, ...faults, references };
}

/** Four events show most orders of one fault, two the ways in which faults of all kinds come together. */
const CONFIGURATIONS: readonly Bounds[] = [
  bounds('ABAA', { failures: 2 }),
  bounds('ABAA', { failures: 1, replays: 1 }),
  bounds('ABAA', { stalls: 1 }),
  bounds('ABAA', { kills: 1 }),
  bounds('ABAA', { losses: 1 }),
  bounds('ABA', { kills: 1, failures: 1 }),
  bounds('ABA', { losses: 1, failures: 1 }),
  bounds('ABA', { stalls: 1, failures: 1 }),
  bounds('ABA', { kills: 1, stalls: 1 }),
  bounds('AA', { stalls: 1, failures: 1, replays: 1 }),
  bounds('AA', { losses: 1, failures: 1, replays: 1 }),
  bounds('AA', { kills: 1, stalls: 1, failures: 1, losses: 1 }),
  bounds('ABAA', { failures: 1, splits: 2 }),
  bounds('AAA', { kills: 1, failures: 1, splits: 1 }),
  bounds('AAA', { losses: 1, failures: 1, splits: 1 }),
];

function inWords({ references, ...faults }: Bounds): string {
  const words = Object.entries(faults).filter(([, count]) => count > 0);
  return `${references}, ${words.map(([name, count]) => `${name} ${count}`).join(', ')}`;
}

suite('by every order of steps nothing is skipped or overtaken, and all of it arrives', () => {
  for (const configuration of CONFIGURATIONS) {
    test(`events ${inWords(configuration)}`, (t) => {
      const { states, counterexample } = search(protocol(configuration, []), MAX_STATES);
      t.diagnostic(`${states} states`);
      assert.equal(counterexample, null);
    });
  }
});

/** Where each fault shows, and what it breaks. Any other rule would be no proof. */
const PLANTED: Readonly<Record<Fault, { within: Bounds; breaks: string }>> = {
  hold_ends_when_sent: { within: bounds('AA', { failures: 1 }), breaks: INVARIANTS.order },
  hold_ends_when_heard: { within: bounds('AA', { failures: 1 }), breaks: INVARIANTS.order },
  waits_not_read: { within: bounds('AA', { failures: 1 }), breaks: INVARIANTS.order },
  waits_beats_line: { within: bounds('AAA', { replays: 1 }), breaks: INVARIANTS.order },
  followers_settled_first: { within: bounds('AA', { failures: 1, splits: 1 }), breaks: INVARIANTS.order },
  due_in_any_order: { within: bounds('AA', { failures: 1 }), breaks: INVARIANTS.order },
  position_skips_gaps: { within: bounds('AB', {}), breaks: INVARIANTS.nothingSkipped },
  position_waits_for_tries: { within: bounds('A', { losses: 1 }), breaks: NO_WAY_OUT },
  position_unguarded: { within: bounds('A', { stalls: 1, failures: 1 }), breaks: INVARIANTS.nothingSkipped },
  no_owner_check: { within: bounds('AA', { stalls: 1 }), breaks: INVARIANTS.positionRises },
  fence_by_worker: { within: bounds('AA', { losses: 1 }), breaks: INVARIANTS.positionRises },
  no_clock_check: { within: bounds('A', { stalls: 1 }), breaks: INVARIANTS.oneSender },
  loss_as_commit: { within: bounds('AA', { failures: 1, losses: 1 }), breaks: INVARIANTS.order },
  loss_as_failure: { within: bounds('AA', { losses: 1 }), breaks: INVARIANTS.positionRises },
  claim_skips_exceptions: {
    within: bounds('AB', { kills: 1, failures: 2 }),
    breaks: INVARIANTS.parkedRests,
  },
  own_not_claimed_again: { within: bounds('A', { losses: 1 }), breaks: NO_WAY_OUT },
};

suite('the search finds each planted fault', () => {
  for (const fault of Object.keys(PLANTED) as Fault[]) {
    test(FAULTS[fault], (t) => {
      const { within, breaks } = PLANTED[fault];
      assert.equal(search(protocol(within, []), MAX_STATES).counterexample, null);
      const { states, counterexample } = search(protocol(within, [fault]), MAX_STATES);
      const trace = counterexample?.trace ?? [];
      t.diagnostic(`${trace.length} steps, ${states} states: ${trace.join('; ')}`);
      assert.equal(counterexample?.rule, breaks);
    });
  }
});
