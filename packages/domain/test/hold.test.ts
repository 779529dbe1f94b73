import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isHeld, isHoldInRange } from '@vezne/domain/hold';

const NOW = new Date('2026-11-15T09:00:00Z');
const DAY_MS = 24 * 60 * 60_000;
const later = (ms: number): Date => new Date(NOW.getTime() + ms);

test('a hold ends in the future, at most seven days ahead', () => {
  assert.equal(isHoldInRange(NOW, NOW), false);
  assert.equal(isHoldInRange(later(1), NOW), true);
  assert.equal(isHoldInRange(later(7 * DAY_MS), NOW), true);
  assert.equal(isHoldInRange(later(7 * DAY_MS + 1), NOW), false);
  assert.equal(isHoldInRange(new Date(Number.NaN), NOW), false);
});

test('a hold whose time is over is none', () => {
  assert.equal(isHeld(null, NOW), false);
  assert.equal(isHeld(NOW, NOW), false);
  assert.equal(isHeld(later(1), NOW), true);
});
