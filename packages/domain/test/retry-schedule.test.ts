import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { WEBHOOK_SCHEDULE_MS, nextDelayMs } from '@vezne/domain/retry-schedule';

const MIDDLE = 0.5;
const HOUR_MS = 3_600_000;

test('an event is sent again after 5 s, 30 s, 2 m, 10 m, 30 m, 1 h, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h', () => {
  const delays = WEBHOOK_SCHEDULE_MS.map((_, index) =>
    nextDelayMs({ attempt: index + 1, scheduleMs: WEBHOOK_SCHEDULE_MS, random: MIDDLE }),
  );
  const seconds = [5, 30, 120, 600, 1800, 3600, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
  assert.deepEqual(
    delays,
    seconds.map((value) => value * 1000),
  );
});

test('after the thirteenth attempt the schedule is exhausted', () => {
  assert.equal(nextDelayMs({ attempt: 13, scheduleMs: WEBHOOK_SCHEDULE_MS, random: MIDDLE }), undefined);
});

test('a Retry-After does not extend an exhausted schedule', () => {
  const exhausted = { attempt: 2, scheduleMs: [5000], random: MIDDLE, retryAfterSeconds: 60 };
  assert.equal(nextDelayMs(exhausted), undefined);
});

test('jitter spreads a delay by a tenth in both directions', () => {
  assert.equal(nextDelayMs({ attempt: 1, scheduleMs: [1000], random: 0 }), 900);
  assert.equal(nextDelayMs({ attempt: 1, scheduleMs: [1000], random: 0.75 }), 1050);
  assert.equal(nextDelayMs({ attempt: 1, scheduleMs: [1000], random: 0.999999 }), 1100);
});

test('whatever the random number, a delay is a whole number within a tenth of the plan', () => {
  const draw = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(fc.nat(86_400_000), draw, (plannedMs, random) => {
      const delayMs = nextDelayMs({ attempt: 1, scheduleMs: [plannedMs], random });
      assert(delayMs !== undefined && Number.isSafeInteger(delayMs) && delayMs >= 0);
      assert(Math.abs(delayMs - plannedMs) <= plannedMs / 10 + 0.5);
    }),
  );
});

test('the longer of the plan and Retry-After counts', () => {
  const failed = { attempt: 1, scheduleMs: [5000], random: MIDDLE };
  assert.equal(nextDelayMs({ ...failed, retryAfterSeconds: 60 }), 60_000);
  assert.equal(nextDelayMs({ ...failed, retryAfterSeconds: 2 }), 5000);
  assert.equal(nextDelayMs({ ...failed, retryAfterSeconds: null }), 5000);
});

test('a receiver can delay an event by a day at most', () => {
  const failed = { attempt: 1, scheduleMs: [5000], random: MIDDLE };
  assert.equal(nextDelayMs({ ...failed, retryAfterSeconds: 31_536_000 }), 24 * HOUR_MS);
  assert.equal(nextDelayMs({ ...failed, retryAfterSeconds: Number.POSITIVE_INFINITY }), 24 * HOUR_MS);
});

test('attempts are counted from one', () => {
  for (const attempt of [0, -1, 1.5, Number.NaN]) {
    assert.throws(() => nextDelayMs({ attempt, scheduleMs: [5000], random: MIDDLE }), RangeError);
  }
});
