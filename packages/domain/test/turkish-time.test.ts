import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  nextTurkishMidnight,
  parseTurkishTime,
  turkishSecond,
  turkishTime,
} from '@vezne/domain/turkish-time';

test('a time in Turkey is three hours ahead of UTC, in winter and in summer', () => {
  for (const [utc, turkish] of [
    ['2026-01-31T21:30:00Z', '2026-02-01T00:30'],
    ['2026-07-01T09:05:59Z', '2026-07-01T12:05'],
  ] as const) {
    assert.equal(turkishTime(new Date(utc)), turkish);
    assert.equal(turkishSecond(new Date(utc)), `${turkish}:${utc.slice(17, 19)}`);
    assert.equal(parseTurkishTime(turkish)?.toISOString(), `${utc.slice(0, 16)}:00.000Z`);
  }
});

test('the next midnight in Turkey is 21:00 UTC, also at the end of a month, of a year and of February', () => {
  for (const [time, midnight] of [
    ['2026-07-01T09:05:59Z', '2026-07-01T21:00:00.000Z'],
    ['2026-07-01T20:59:59.999Z', '2026-07-01T21:00:00.000Z'],
    ['2026-07-01T21:00:00Z', '2026-07-02T21:00:00.000Z'],
    ['2026-11-30T20:00:00Z', '2026-11-30T21:00:00.000Z'],
    ['2026-11-30T22:00:00Z', '2026-12-01T21:00:00.000Z'],
    ['2026-12-31T21:30:00Z', '2027-01-01T21:00:00.000Z'],
    ['2028-02-28T21:30:00Z', '2028-02-29T21:00:00.000Z'],
  ] as const)
    assert.equal(nextTurkishMidnight(new Date(time)).toISOString(), midnight, time);
});

test('seconds that a browser adds are ignored', () => {
  for (const text of ['2026-07-01T12:05:07', '2026-07-01T12:05:07.123'])
    assert.equal(parseTurkishTime(text)?.toISOString(), '2026-07-01T09:05:00.000Z');
});

test('a text that is no time in the calendar is refused', () => {
  for (const text of [
    '',
    '12:05',
    '2026-02-30T12:00',
    '2026-13-01T12:00',
    '2026-01-01T24:00',
    '2026-01-01T12:60',
    '2026-01-01 12:00',
    '2026-01-01T12:00Z',
    '12026-01-01T12:00',
    ' 2026-01-01T12:00',
  ])
    assert.equal(parseTurkishTime(text), undefined, text);
});
