import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leftWithoutOne } from '../src/shared/profile/factors.ts';

const PASSKEY = { id: '', name: 'iPhone', createdAt: '', lastUsedAt: null, isBackedUp: true };
const SINCE = '2026-11-16T11:31:00Z';

test('what removing a factor leaves is known before it is removed', () => {
  const both = { totpSince: SINCE, passkeys: [PASSKEY], needsSecondFactor: true };
  assert.equal(leftWithoutOne(both), 'another');
  assert.equal(leftWithoutOne({ ...both, totpSince: null, passkeys: [PASSKEY, PASSKEY] }), 'another');
  assert.equal(leftWithoutOne({ ...both, passkeys: [] }), 'refused');
  assert.equal(leftWithoutOne({ ...both, totpSince: null }), 'refused');
  assert.equal(leftWithoutOne({ ...both, passkeys: [], needsSecondFactor: false }), 'password_alone');
});
