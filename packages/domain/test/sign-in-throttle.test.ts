import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  THROTTLE_KINDS,
  THROTTLE_RULES,
  remainingWaitMs,
  waitAfterMs,
  withAnotherTry,
} from '@vezne/domain/sign-in-throttle';
import type { Failures } from '@vezne/domain/sign-in-throttle';

const NOON = Date.UTC(2026, 10, 16, 12);

test('people may mistype, then each wrong answer doubles the wait, up to minutes and never to a day', () => {
  const rule = THROTTLE_RULES.handle;
  const waits = Array.from({ length: 16 }, (_, count) => waitAfterMs(rule, count) / 1_000);
  assert.deepEqual(waits, [0, 0, 0, 0, 0, 0, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
  for (const kind of THROTTLE_KINDS)
    assert.equal(waitAfterMs(THROTTLE_RULES[kind], 2 ** 31), THROTTLE_RULES[kind].longestWaitMs);
});

test('somebody who guesses for a day whenever they may gets a few hundred guesses', () => {
  let failures: Failures | undefined;
  let guesses = 0;
  for (let nowMs = NOON; nowMs < NOON + 24 * 3_600_000; nowMs += 1_000) {
    if (remainingWaitMs(THROTTLE_RULES.handle, failures, nowMs) > 0) continue;
    failures = withAnotherTry(THROTTLE_RULES.handle, failures, nowMs);
    guesses += 1;
  }
  assert.ok(guesses > 250 && guesses < 310, String(guesses));
});

test('after an hour without a wrong answer all is forgotten, and not a moment before', () => {
  const rule = THROTTLE_RULES.handle;
  const before = { failedCount: 20, firstFailedAtMs: NOON, lastFailedAtMs: NOON, blockedUntilMs: NOON + 9 };
  assert.equal(withAnotherTry(rule, before, NOON + rule.forgetAfterMs - 1).failedCount, 21);
  assert.deepEqual(withAnotherTry(rule, before, NOON + rule.forgetAfterMs), {
    failedCount: 1,
    firstFailedAtMs: NOON + rule.forgetAfterMs,
    lastFailedAtMs: NOON + rule.forgetAfterMs,
    blockedUntilMs: null,
  });
});

test('a clock that was set back never makes the last failure earlier than the first', () => {
  const first = withAnotherTry(THROTTLE_RULES.network, undefined, NOON);
  const second = withAnotherTry(THROTTLE_RULES.network, first, NOON - 60_000);
  assert.ok(second.lastFailedAtMs >= second.firstFailedAtMs);
});

test('a wait that a clock ahead of its time has written is no longer than any other', () => {
  const rule = THROTTLE_RULES.handle;
  const tomorrow = NOON + 24 * 3_600_000;
  const ahead = withAnotherTry(
    rule,
    { ...withAnotherTry(rule, undefined, tomorrow), failedCount: 20 },
    tomorrow,
  );
  assert.equal(remainingWaitMs(rule, ahead, NOON), rule.longestWaitMs);
});
