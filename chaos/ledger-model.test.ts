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
  'cancel',
  'approve late money',
  'reject late money',
  'late money',
  'late_money: deposit_still_open',
  'late_money: late_money_waiting',
  'topped_up',
  'settled_to_partner',
  'bank_fee_charged',
  'internal_transfer_sent',
  'internal_transfer_arrived',
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
  'ask: settled_to_partner',
  'confirmed: adjusted',
  'confirmed: approve',
  'confirmed: authorise',
  'confirmed: correct',
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

/** On a busy machine it takes longer than other tests may. */
const TIMEOUT_MS = 540_000;

test(
  `two operators decide and post at the same time, fifty commands in each of ${RUNS} runs, and the books add up after each run`,
  { timeout: TIMEOUT_MS },
  async (t) => {
    const seed = SEED === undefined ? undefined : Number(SEED);
    const { failure, counts } = await runModel(t, {
      runs: RUNS,
      seed,
      path: PATH,
      openPool: slowPool(SLOW_ONE_IN.long),
    });
    t.diagnostic(JSON.stringify(Object.fromEntries(counts)));
    assert.ifError(failure);
    if (RUNS < 300 || PATH !== undefined) return;
    for (const name of MUST_HAPPEN) assert.ok((counts.get(name) ?? 0) > 0, `${name} came up`);
  },
);
