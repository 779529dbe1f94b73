import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runModel } from './decisions/model.ts';
import { SLOW_ONE_IN, slowPool } from './decisions/slow-locks.ts';

/** Set it higher for a long night. The seed and the path repeat a failure; its report names them. */
const RUNS = Number(process.env['VEZNE_CHAOS_RUNS'] ?? 300);
const SEED = process.env['VEZNE_CHAOS_SEED'];
const PATH = process.env['VEZNE_CHAOS_PATH'];

/** What must happen at least once. A model that never gets there would prove nothing. */
const MUST_HAPPEN = [
  'confirm_on_behalf',
  'approve',
  'reject',
  'take',
  'authorise',
  'release',
  'release_authorised',
  'payout_returned',
  'payout_returned short',
  'payout_returned elsewhere',
  'cancel',
  'approve late money',
  'reject late money',
  'late money',
  'reject with money',
  'late money that was refused',
  'approve refused money',
  'reject refused money',
  'refused_money_exceeded',
  'late_money: refused_money_exceeded',
  'late_money: refused_money_unsaid',
  'operation: refused_money_exceeded',
  'ask: returned_to_sender',
  'confirmed: returned_to_sender',
  'declined: returned_to_sender',
  'withdrawn: returned_to_sender',
  'expired: returned_to_sender',
  'end: sender_iban_differs',
  'late_money: deposit_still_open',
  'late_money: late_money_waiting',
  'topped_up',
  'settled_to_partner',
  'bank_fee_charged',
  'internal_transfer_sent',
  'internal_transfer_arrived',
  'internal_transfer_returned',
  'misdirected_recovered',
  'operation: more_than_is_out',
  'operation: payout_never_authorised',
  'operation: transfer_already_arrived',
  'operation: arrival_mismatch',
  'operation: same_account',
  'operation: balance_exceeded',
  'part_sent',
  'hand_over',
  'hold',
  'unhold',
  'parts_exceed_amount',
  'parts_incomplete',
  'parts_sent',
  'not_the_taker',
  'not_sent_unsaid',
  'not_held',
  'ask: adjusted',
  'ask: approve',
  'ask: authorise',
  'ask: correct',
  'ask: account_corrected',
  'ask: misdirected_sent',
  'ask: settled_to_partner',
  'confirmed: adjusted',
  'confirmed: approve',
  'confirmed: authorise',
  'confirmed: correct',
  'confirmed: account_corrected',
  'confirmed: misdirected_sent',
  'declined: adjusted',
  'declined: approve',
  'declined: authorise',
  'declined: correct',
  'withdrawn: adjusted',
  'withdrawn: approve',
  'withdrawn: authorise',
  'withdrawn: correct',
  'expired: adjusted',
  'expired: approve',
  'expired: authorise',
  'expired: correct',
  'end: own_request',
  'end: not_own_request',
  'end: request_already_ended',
  'end: state_conflict',
  'end: transaction_changed',
  'request_already_open',
  'state_conflict',
  'transaction_changed',
  'credit_line_exceeded',
  'second_person_needed',
  'not_cancellable',
];

const MORE_RUNS = 75;
const MORE_AT_MOST = 3;

/** On a busy machine it takes longer than other tests may. */
const TIMEOUT_MS = 540_000;

test(
  `two operators decide and post at the same time, fifty commands in each of ${RUNS} runs: each bank account is what moved there after each round, and the books add up after each run`,
  { timeout: TIMEOUT_MS },
  async (t) => {
    const seed = SEED === undefined ? undefined : Number(SEED);
    const openPool = slowPool(SLOW_ONE_IN.long);
    const { failure, counts } = await runModel(t, { runs: RUNS, seed, path: PATH, openPool });
    t.diagnostic(JSON.stringify(Object.fromEntries(counts)));
    assert.ifError(failure);
    if (RUNS < 300 || PATH !== undefined) return;
    let missing = MUST_HAPPEN.filter((name) => !counts.has(name));
    // What comes up a few times in so many runs may by chance not come up at all.
    for (let more = 0; missing.length > 0 && more < MORE_AT_MOST; more += 1) {
      const next = await runModel(t, { runs: MORE_RUNS, openPool });
      assert.ifError(next.failure);
      missing = missing.filter((name) => !next.counts.has(name));
    }
    assert.deepEqual(missing, [], 'everything came up');
  },
);
