import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areEnoughAdministrators, rolesWiden } from '@vezne/domain/staff-roles';

test('another role takes two people, and one less does not', () => {
  assert.equal(rolesWiden(['operator'], ['operator', 'finance'], 3), true);
  assert.equal(rolesWiden(['operator'], ['senior_operator'], 3), true);
  assert.equal(rolesWiden(['auditor', 'operator'], ['operator'], 3), false);
  assert.equal(rolesWiden(['operator'], ['operator'], 3), false);
});

test('below two administrators one hand adds the next, so the step there takes two', () => {
  const [before, after] = [['administrator', 'auditor'] as const, ['auditor'] as const];
  assert.equal(rolesWiden(before, after, 3), false);
  assert.equal(rolesWiden(before, after, 2), true);
  assert.equal(rolesWiden(before, after, 1), false, 'the door is open already');
  assert.deepEqual([0, 1, 2, 3].map(areEnoughAdministrators), [false, false, true, true]);
});
