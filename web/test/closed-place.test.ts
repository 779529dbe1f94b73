import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PARTNER_PERMISSIONS } from '@vezne/domain/partner-permissions';
import { closedPlace } from '../src/portal/features/shell/places.ts';

const look = { until: '2026-11-18T15:06:00.000Z' };

test('a page that a role does not have is closed, with everything below it', () => {
  const finance = { permissions: ['read_transactions', 'read_money'] as const, look: null };
  const closed = (path: string) =>
    closedPlace(path, { ...finance, permissions: [...finance.permissions] })?.name;
  assert.deepEqual(
    ['/credentials', '/webhooks', '/people', '/', '/statements/2026-10', '/peoples', '/profile'].map(closed),
    ['credentials', 'webhooks', 'people', undefined, undefined, undefined, undefined],
  );
});

test('whoever looks as a partner has no profile and no sessions', () => {
  const looking = { permissions: [...PARTNER_PERMISSIONS], look };
  assert.equal(closedPlace('/profile', looking)?.name, 'profile');
  assert.equal(closedPlace('/sessions', looking)?.name, 'sessions');
  assert.equal(closedPlace('/webhooks', looking), undefined);
});
