import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AUDIT_ACTIONS } from '@vezne/domain/audit-actions';
import { cents } from '@vezne/domain/money';
import { ACTION_RULES, ROLES, can, permissionToConfirm } from '@vezne/domain/permissions';
import type { Permission, Role } from '@vezne/domain/permissions';

test('every action has a rule, and whatever may take two says who confirms it', () => {
  assert.deepEqual(Object.keys(ACTION_RULES).toSorted(), [...AUDIT_ACTIONS].toSorted());
  for (const action of AUDIT_ACTIONS) {
    const { hands, confirms, because } = ACTION_RULES[action];
    assert.equal(hands !== 'alone', confirms !== undefined, action);
    if (hands === 'depends') assert.ok(because, action);
  }
});

test('somebody may ask for every action, and somebody may confirm it', () => {
  for (const action of AUDIT_ACTIONS) {
    const { asks, confirms } = ACTION_RULES[action];
    assert.ok(asks === 'signed_in' || ROLES.some((role) => can({ roles: [role] }, asks)), action);
    if (confirms)
      assert.ok(
        ROLES.some((role) => can({ roles: [role] }, confirms)),
        action,
      );
  }
});

test('no role both moves money and changes the rules about it, and auditors do nothing', () => {
  const may = (role: Role, ...permissions: Permission[]) =>
    permissions.filter((permission) => can({ roles: [role] }, permission));
  for (const role of ROLES) {
    const moves = may(role, 'decide', 'ask_operation').length > 0;
    const rules = may(role, 'ask_change', 'confirm_change').length > 0;
    assert.ok(!(moves && rules), role);
  }
  assert.deepEqual(
    ROLES.filter((role) => can({ roles: [role] }, 'decide')),
    ['operator', 'senior_operator'],
  );
  assert.deepEqual(may('auditor', 'decide', 'ask_operation', 'ask_change', 'supervise'), []);
});

test('a senior operator confirms what is large, and finance and administrators their own', () => {
  const [small, large] = [{ amountCents: cents(25_000_000n) }, { amountCents: cents(25_000_001n) }];
  assert.equal(permissionToConfirm('deposit.approve', small), 'confirm_decision');
  assert.equal(permissionToConfirm('deposit.approve', large), 'confirm_large_decision');
  assert.equal(permissionToConfirm('deposit.approve', { ...small, isBulk: true }), 'confirm_large_decision');
  assert.equal(permissionToConfirm('withdrawal.authorise', large), 'confirm_large_decision');
  assert.equal(permissionToConfirm('ledger.settle', large), 'confirm_operation');
  assert.equal(permissionToConfirm('partner.set', large), 'confirm_change');
  assert.equal(permissionToConfirm('partner.pause', small), undefined);
});

test('a person may what one of their roles may, and nothing without a role', () => {
  assert.ok(can({ roles: ['auditor', 'finance'] }, 'ask_operation'));
  assert.ok(!can({ roles: ['auditor', 'finance'] }, 'decide'));
  assert.ok(!can({ roles: [] }, 'read_masked'));
});

test('whatever may take two people takes a second factor, and what narrows never waits for one', () => {
  for (const action of AUDIT_ACTIONS) {
    const { hands, stepUp } = ACTION_RULES[action];
    if (hands !== 'alone') assert.ok(stepUp, action);
  }
  const narrowing = ['bank_account.freeze', 'partner.disable', 'staff.disable', 'block.add'] as const;
  for (const action of narrowing) assert.ok(!ACTION_RULES[action].stepUp, action);
});
