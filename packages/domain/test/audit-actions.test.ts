import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AUDIT_ACTIONS, OPERATION_ACTIONS, decisionAction } from '@vezne/domain/audit-actions';

test('every audited action is a noun and what was done to it, each once and in order', () => {
  for (const action of AUDIT_ACTIONS) assert.match(action, /^[a-z_]+\.[a-z]+(_[a-z]+)*$/);
  assert.deepEqual([...AUDIT_ACTIONS], [...new Set(AUDIT_ACTIONS)].toSorted());
});

test('no audited action is told as something that happened', () => {
  const verbs = AUDIT_ACTIONS.map((action) => action.split(/[._]/).slice(1));
  const past = verbs.flat().filter((word) => word.endsWith('ed') && word !== 'authorised');
  assert.deepEqual(past, []);
});

test('a decision is audited by its own name, and a step that no person takes has none', () => {
  assert.equal(decisionAction('deposit', 'approve'), 'deposit.approve');
  assert.equal(decisionAction('withdrawal', 'payout_returned'), 'withdrawal.return_payout');
  assert.throws(() => decisionAction('deposit', 'expire'));
  assert.equal(new Set(Object.values(OPERATION_ACTIONS)).size, 10);
});
