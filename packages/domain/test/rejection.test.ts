import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REJECTION_REASONS, rejectionProblem } from '@vezne/domain/rejection';
import { REASON_CODES } from '@vezne/domain/transaction-state';

test('nobody can choose expiry, cancellation or a returned payout as a reason', () => {
  const chosen = new Set([...REJECTION_REASONS.deposit, ...REJECTION_REASONS.withdrawal]);
  assert.deepEqual(
    REASON_CODES.filter((code) => !chosen.has(code)),
    ['partner_cancelled', 'expired', 'payout_returned'],
  );
});

test('a reason must fit its type, and "other" needs a note', () => {
  assert.equal(rejectionProblem('deposit', { reasonCode: 'no_money_seen', note: null }), undefined);
  assert.equal(
    rejectionProblem('withdrawal', { reasonCode: 'no_money_seen', note: null }),
    'reason_of_another_type',
  );
  assert.equal(rejectionProblem('withdrawal', { reasonCode: 'other', note: null }), 'note_missing');
  assert.equal(rejectionProblem('withdrawal', { reasonCode: 'other', note: 'the bank called' }), undefined);
});
