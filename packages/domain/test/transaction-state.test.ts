import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  DEPOSIT_STATUSES,
  INITIAL_STATE,
  REASON_CODES,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
  TRANSITIONS,
  TRIGGERS,
  WITHDRAWAL_STAGES,
  transition,
} from '@vezne/domain/transaction-state';
import type { TransactionState, TransactionType, Transition } from '@vezne/domain/transaction-state';

const ALL_STATES: (TransactionState | null)[] = [
  null,
  ...TRANSACTION_STATUSES.flatMap((status) =>
    [null, ...WITHDRAWAL_STAGES].map((stage) => ({ status, stage })),
  ),
];

function label(state: TransactionState | null): string {
  if (state === null) return '(none)';
  return state.stage === null ? state.status : `${state.status}/${state.stage}`;
}

function sentence(edge: Transition): string {
  return `${label(edge.from)} -${edge.trigger}-> ${label(edge.to)} ${edge.event ?? 'silently'}`;
}

/** Found by trying every combination, so an edge that `transition` cannot reach would be missing. */
function edgesOf(type: TransactionType): string[] {
  return ALL_STATES.flatMap((from) => TRIGGERS.flatMap((trigger) => transition(type, from, trigger) ?? []))
    .map(sentence)
    .toSorted();
}

test('a deposit moves along these edges and no others', () => {
  assert.deepEqual(
    edgesOf('deposit'),
    [
      '(none) -create-> waiting_payment silently',
      'waiting_payment -confirm_sent-> waiting_confirmation silently',
      'waiting_payment -confirm_on_behalf-> waiting_confirmation silently',
      'waiting_payment -expire-> rejected deposit.rejected',
      'waiting_payment -cancel-> rejected deposit.rejected',
      'waiting_confirmation -approve-> approved deposit.approved',
      'waiting_confirmation -reject-> rejected deposit.rejected',
      'waiting_confirmation -hold-> waiting_confirmation silently',
      'waiting_confirmation -unhold-> waiting_confirmation silently',
    ].toSorted(),
  );
});

test('a withdrawal moves along these edges and no others', () => {
  assert.deepEqual(
    edgesOf('withdrawal'),
    [
      '(none) -create-> waiting_confirmation/queued silently',
      'waiting_confirmation/queued -take-> waiting_confirmation/taken silently',
      'waiting_confirmation/queued -cancel-> rejected withdrawal.rejected',
      'waiting_confirmation/queued -reject-> rejected withdrawal.rejected',
      'waiting_confirmation/taken -release-> waiting_confirmation/queued silently',
      'waiting_confirmation/taken -authorise-> waiting_confirmation/authorised silently',
      'waiting_confirmation/taken -reject-> rejected withdrawal.rejected',
      'waiting_confirmation/authorised -release_authorised-> waiting_confirmation/queued silently',
      'waiting_confirmation/authorised -part_sent-> waiting_confirmation/authorised silently',
      'waiting_confirmation/authorised -hand_over-> waiting_confirmation/authorised silently',
      'waiting_confirmation/authorised -approve-> approved withdrawal.approved',
      'waiting_confirmation/authorised -reject-> rejected withdrawal.rejected',
      'approved -payout_returned-> rejected withdrawal.rejected',
    ].toSorted(),
  );
});

test('a trigger leads from a state to at most one other state', () => {
  const starts = TRANSITIONS.map((edge) => `${edge.type} ${label(edge.from)} ${edge.trigger}`);
  assert.equal(new Set(starts).size, starts.length);
});

test('the partner is told exactly when a transaction becomes approved or rejected', () => {
  for (const edge of TRANSITIONS) {
    const isOutcome = edge.to.status === 'approved' || edge.to.status === 'rejected';
    assert.equal(edge.event, isOutcome ? `${edge.type}.${edge.to.status}` : null, sentence(edge));
  }
});

test('only a withdrawal that waits for confirmation has a stage', () => {
  for (const edge of TRANSITIONS) {
    for (const state of [edge.from, edge.to]) {
      if (state === null) continue;
      const hasStage = edge.type === 'withdrawal' && state.status === 'waiting_confirmation';
      assert.equal(state.stage !== null, hasStage, sentence(edge));
    }
  }
});

test('a transaction starts where its create edge leads', () => {
  for (const type of TRANSACTION_TYPES) {
    assert.deepEqual(transition(type, null, 'create')?.to, INITIAL_STATE[type]);
    assert.equal(transition(type, INITIAL_STATE[type], 'create'), undefined);
  }
});

test('a rejected transaction never moves again, and neither does an approved deposit', () => {
  for (const trigger of TRIGGERS) {
    assert.equal(transition('deposit', { status: 'approved', stage: null }, trigger), undefined);
    for (const type of TRANSACTION_TYPES) {
      assert.equal(transition(type, { status: 'rejected', stage: null }, trigger), undefined);
    }
  }
});

test('partners see four statuses, and staff choose from twelve reasons', () => {
  assert.deepEqual(DEPOSIT_STATUSES, ['waiting_payment', 'waiting_confirmation', 'approved', 'rejected']);
  assert.equal(
    REASON_CODES.join(', '),
    'no_money_seen, amount_mismatch, third_party_sender, duplicate, suspected_fraud, player_request, ' +
      'partner_cancelled, expired, account_closed, payout_failed, payout_returned, other',
  );
});
