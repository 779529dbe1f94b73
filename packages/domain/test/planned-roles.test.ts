import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Role } from '@vezne/domain/permissions';
import {
  administratorsFrom,
  changedPlan,
  isSamePlan,
  leavesNoAdministrator,
  planWidens,
  rolesAt,
} from '@vezne/domain/staff-roles';
import type { RolePlan } from '@vezne/domain/staff-roles';

const [NOW, NOON, EVENING] = [8, 12, 20].map((hour) => new Date(Date.UTC(2026, 10, 18, hour))) as [
  Date,
  Date,
  Date,
];

const has = (...roles: Role[]): RolePlan => ({ roles, nextRoles: null, nextRolesFrom: null });
const from = (moment: Date, before: Role[], after: Role[]): RolePlan => ({
  roles: before,
  nextRoles: after,
  nextRolesFrom: moment,
});

/** With so many other administrators for good. */
const widens = (before: RolePlan, after: RolePlan, others: readonly RolePlan[] = [ADMIN, ADMIN]): boolean =>
  planWidens(before, after, administratorsFrom(others, NOW));

const ADMIN = has('administrator');

suite('roles from a date', () => {
  test('hold from that moment on', () => {
    const plan = from(NOON, ['operator'], ['finance']);
    assert.deepEqual(rolesAt(plan, new Date(NOON.getTime() - 1)), ['operator']);
    assert.deepEqual(rolesAt(plan, NOON), ['finance']);
  });

  test('take the place of what was planned, and roles that one has are no plan', () => {
    const planned = from(NOON, ['operator'], ['finance']);
    assert.deepEqual(changedPlan(planned, ['auditor'], EVENING), from(EVENING, ['operator'], ['auditor']));
    assert.deepEqual(changedPlan(planned, ['auditor'], undefined), has('auditor'));
    assert.deepEqual(changedPlan(planned, ['operator'], EVENING), has('operator'));
    assert.ok(isSamePlan(planned, from(new Date(NOON), ['operator'], ['finance'])));
    assert.ok(!isSamePlan(planned, from(EVENING, ['operator'], ['finance'])));
    assert.ok(!isSamePlan(planned, has('operator')));
  });

  test('widen if anything is allowed at any moment that was not', () => {
    const operator = has('operator');
    assert.equal(widens(operator, from(NOON, ['operator'], ['finance'])), true);
    assert.equal(widens(from(NOON, ['operator'], ['finance']), operator), true, 'operator from noon on');
    const more = from(NOON, ['operator'], ['finance', 'operator']);
    assert.equal(widens(operator, more), true);
    assert.equal(widens(more, operator), false);
    assert.equal(widens(more, from(EVENING, ['operator'], ['finance', 'operator'])), false, 'later');
    assert.equal(widens(from(EVENING, ['operator'], ['finance', 'operator']), more), true, 'sooner');
    const less = from(NOON, ['finance', 'operator'], ['operator']);
    assert.equal(widens(has('finance', 'operator'), less), false);
    assert.equal(widens(less, has('finance', 'operator')), true, 'it would not be taken away any more');
  });

  test('widen if they leave fewer than two administrators at any moment', () => {
    const both = has('administrator', 'auditor');
    const leaving = from(NOON, ['administrator', 'auditor'], ['auditor']);
    assert.equal(widens(both, leaving), false);
    assert.equal(widens(both, leaving, [ADMIN]), true);
    const [gone, come] = [
      from(EVENING, ['administrator'], ['auditor']),
      from(NOON, ['auditor'], ['administrator']),
    ];
    assert.equal(widens(both, leaving, [ADMIN, gone]), true, 'from the evening on there is one');
    assert.equal(widens(both, leaving, [ADMIN, come]), false);
    assert.equal(widens(both, has('auditor'), [ADMIN, come]), true, 'until noon there is one');
  });
});

suite('the last administrator', () => {
  const leaves = (after: RolePlan | undefined, ...others: RolePlan[]): boolean =>
    leavesNoAdministrator(ADMIN, after, others, NOW);

  test('is who nobody is sure to follow', () => {
    const [gone, come] = [
      from(NOON, ['administrator'], ['auditor']),
      from(NOON, ['auditor'], ['administrator']),
    ];
    assert.equal(leaves(undefined), true);
    assert.equal(leaves(undefined, ADMIN), false);
    assert.equal(leaves(undefined, gone), true);
    assert.equal(leaves(undefined, come), true);
    assert.equal(leaves(undefined, gone, come), true, 'neither is one for good from now on');
    assert.equal(leaves(from(EVENING, ['administrator'], ['auditor']), come), false);
    assert.equal(leaves(from(NOON, ['administrator'], ['auditor']), come), false);
    assert.equal(leaves(from(NOON, ['administrator'], ['auditor']), gone), true);
    assert.equal(leaves(has('administrator', 'finance')), false);
  });

  test('may be one who is only planned', () => {
    const planned = from(NOON, ['auditor'], ['administrator']);
    const gone = from(NOON, ['administrator'], ['auditor']);
    assert.equal(leavesNoAdministrator(planned, undefined, [gone], NOW), true);
    assert.equal(leavesNoAdministrator(planned, has('auditor'), [gone], NOW), true);
    assert.equal(leavesNoAdministrator(planned, undefined, [ADMIN], NOW), false);
    assert.equal(leavesNoAdministrator(has('operator'), undefined, [], NOW), false);
  });
});
