import assert from 'node:assert/strict';
import { test } from 'node:test';
import { portalStateOf } from '../src/portal-state.ts';

const state = (status: Parameters<typeof portalStateOf>[0]['status'], more: object = {}): string =>
  portalStateOf({ status, reasonCode: null, isSetAside: false, ...more });

test('what is being paid and what came back have states of their own, and everything else that of the API', () => {
  assert.equal(state('waiting_confirmation'), 'waiting_confirmation');
  assert.equal(state('waiting_confirmation', { isSetAside: true }), 'being_paid');
  assert.equal(state('rejected', { reasonCode: 'account_closed' }), 'rejected');
  assert.equal(state('rejected', { reasonCode: 'payout_returned' }), 'came_back');
  assert.equal(state('approved'), 'approved');
});
