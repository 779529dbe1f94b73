import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sessionOver, stepUpUntil } from '@vezne/domain/console-session';

const NOON = Date.UTC(2026, 10, 16, 12);
const minutes = (count: number): number => count * 60_000;
const at = (ms: number): Date => new Date(ms);

test('a session ends after 30 minutes without a request, and at its end whatever happens', () => {
  const session = { lastSeenAt: at(NOON), expiresAt: at(NOON + minutes(60)) };
  assert.equal(sessionOver(session, NOON + minutes(30) - 1), undefined);
  assert.equal(sessionOver(session, NOON + minutes(30)), 'idle');
  const busy = { ...session, lastSeenAt: at(NOON + minutes(59)) };
  assert.equal(sessionOver(busy, NOON + minutes(60) - 1), undefined);
  assert.equal(sessionOver(busy, NOON + minutes(60)), 'too_old');
});

test('a proof counts for 10 minutes after its last use, and 2 hours in all', () => {
  assert.equal(stepUpUntil({ stepUpBeganAt: null, stepUpAt: null }, NOON), null);
  const fresh = { stepUpBeganAt: at(NOON), stepUpAt: at(NOON) };
  assert.deepEqual(stepUpUntil(fresh, NOON + minutes(10) - 1), at(NOON + minutes(10)));
  assert.equal(stepUpUntil(fresh, NOON + minutes(10)), null);
  const used = { stepUpBeganAt: at(NOON), stepUpAt: at(NOON + minutes(119)) };
  assert.deepEqual(stepUpUntil(used, NOON + minutes(119)), at(NOON + minutes(120)));
  assert.equal(stepUpUntil(used, NOON + minutes(120)), null);
});
