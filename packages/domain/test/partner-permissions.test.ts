import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PARTNER_PERMISSIONS, inRoleOrder, partnerCan } from '../src/partner-permissions.ts';
import type { PartnerRole } from '../src/partner-permissions.ts';

test('an owner may everything, a developer sees no money, and finance holds no key', () => {
  const allowed = (role: PartnerRole) =>
    PARTNER_PERMISSIONS.filter((permission) => partnerCan({ roles: [role] }, permission));
  assert.deepEqual(allowed('owner'), [...PARTNER_PERMISSIONS]);
  assert.deepEqual(allowed('developer'), ['read_transactions', 'manage_credentials', 'manage_webhooks']);
  assert.deepEqual(allowed('finance'), ['read_transactions', 'read_money']);
});

test('roles add up, and nobody without one may anything', () => {
  assert.ok(partnerCan({ roles: ['developer', 'finance'] }, 'read_money'));
  assert.equal(partnerCan({ roles: ['developer', 'finance'] }, 'manage_people'), false);
  for (const permission of PARTNER_PERMISSIONS) assert.equal(partnerCan({ roles: [] }, permission), false);
});

test('roles are kept each once and in one order', () => {
  assert.deepEqual(inRoleOrder(['owner', 'developer', 'owner']), ['developer', 'owner']);
});
