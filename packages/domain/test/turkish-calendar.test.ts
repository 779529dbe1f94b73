import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  daysIn,
  isDay,
  isMonth,
  lastDayOf,
  nextMonth,
  spanOfDays,
  spanOfMonth,
  turkishDay,
  turkishMonth,
} from '@vezne/domain/turkish-calendar';

test('a month begins at midnight in Turkey and ends with the next one', () => {
  const { from, until } = spanOfMonth('2026-10');
  assert.equal(from.toISOString(), '2026-09-30T21:00:00.000Z');
  assert.equal(until.toISOString(), '2026-10-31T21:00:00.000Z');
  assert.equal(turkishMonth(from), '2026-10');
  assert.equal(turkishMonth(new Date(from.getTime() - 1)), '2026-09');
  assert.equal(turkishDay(new Date(until.getTime() - 1)), '2026-10-31');
  assert.deepEqual(
    ['2026-10', '2026-12', '2028-02'].map((month) => [nextMonth(month), lastDayOf(month)]),
    [
      ['2026-11', '2026-10-31'],
      ['2027-01', '2026-12-31'],
      ['2028-03', '2028-02-29'],
    ],
  );
});

test('only days and months that exist are such', () => {
  for (const text of ['2026-13', '2026-00', '2026-1', '2026-10-01', ''])
    assert.equal(isMonth(text), false, text);
  for (const text of ['2026-02-30', '2026-10', '2026-10-1', '2026-10-01T00:00', ''])
    assert.equal(isDay(text), false, text);
  assert.equal(isMonth('2026-10'), true);
  assert.equal(isDay('2028-02-29'), true);
  assert.throws(() => spanOfDays('2026-02-30', '2026-03-01'), RangeError);
});

test('days and months follow each other without a gap', () => {
  const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(moment, (time) => {
      const day = spanOfDays(turkishDay(time), turkishDay(time));
      assert.ok(day.from <= time && time < day.until && daysIn(day) === 1);
      const month = spanOfMonth(turkishMonth(time));
      assert.ok(month.from <= time && time < month.until);
      assert.equal(month.until.getTime(), spanOfMonth(nextMonth(turkishMonth(time))).from.getTime());
      assert.equal(turkishMonth(month.until), nextMonth(turkishMonth(time)));
    }),
  );
});
