import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACTION_RULES } from '@vezne/domain/permissions';
import * as profile from '../../src/sign-in/profile.ts';

/** What people do to their own factors, and as what it is audited. */
const ROUTES = {
  'factor.add_passkey': profile.addPasskey,
  'factor.add_totp': profile.confirmTotp,
  'factor.change_password': profile.changePassword,
  'factor.remove_passkey': profile.removePasskey,
  'factor.remove_totp': profile.removeTotp,
  'factor.rename_passkey': profile.renamePasskey,
  'factor.renew_recovery_codes': profile.renewRecoveryCodes,
} as const;

test('a route that changes a factor asks for the step-up that the table of actions says', () => {
  for (const action of Object.keys(ROUTES) as (keyof typeof ROUTES)[]) {
    assert.equal(ROUTES[action].stepUp, ACTION_RULES[action].stepUp, action);
  }
});
