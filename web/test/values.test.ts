import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deviceOf } from '../src/shared/sessions/device-name.ts';
import {
  writtenAgo,
  writtenDay,
  writtenDuration,
  writtenMoment,
  writtenSecond,
} from '../src/shared/i18n/age.ts';
import { nextRow } from '../src/shared/ui/grid-moves.ts';
import { differingLetters } from '../src/shared/ui/name-letters.ts';

const NOW = new Date('2026-11-16T11:31:00Z');

test('times are those of Turkey, and as short as can be', () => {
  assert.equal(writtenMoment(new Date('2026-11-16T05:00:00Z'), NOW, 'tr'), '08:00');
  assert.equal(writtenMoment(new Date('2026-11-09T18:10:00Z'), NOW, 'tr'), '9 Kas 21:10');
  assert.equal(writtenMoment(new Date('2025-11-09T18:10:00Z'), NOW, 'en'), '9 Nov 2025 21:10');
  // 23:30 in London is half past two of the next day in Istanbul.
  assert.equal(writtenMoment(new Date('2026-11-15T23:30:00Z'), NOW, 'tr'), '02:30');
  assert.equal(writtenSecond(new Date('2026-11-16T05:00:07Z'), NOW, 'tr'), '08:00:07');
  assert.equal(writtenSecond(new Date('2026-11-09T18:10:09Z'), NOW, 'en'), '9 Nov 21:10:09');
  assert.equal(writtenDay(NOW, 'tr'), '16 Kasım 2026 Pazartesi');
  assert.equal(writtenDay(NOW, 'en'), 'Monday, 16 November 2026');
});

test('ages are said in the words of each language', () => {
  assert.equal(writtenAgo(new Date('2026-11-16T11:30:50Z'), NOW, 'tr'), 'şimdi');
  assert.equal(writtenAgo(new Date('2026-11-16T11:28:00Z'), NOW, 'tr'), '3 dk önce');
  assert.equal(writtenAgo(new Date('2026-11-16T10:03:00Z'), NOW, 'tr'), '1 sa 28 dk önce');
  assert.equal(writtenAgo(new Date('2026-11-14T10:03:00Z'), NOW, 'en'), '2 d ago');
  assert.equal(writtenDuration(40, 'tr'), '40 sn');
  assert.equal(writtenDuration(-5, 'en'), '0 s');
});

test('only letters that really differ are marked', () => {
  const marked = (name: string, other: string): string =>
    differingLetters(name, other)[0]
      .map(({ text, differs }) => (differs ? `[${text}]` : text))
      .join('');
  assert.equal(marked('Ayşe Işık', 'Ayhan Işık'), 'AY[ŞE] IŞIK');
  assert.equal(marked('Ayhan Işık', 'Ayşe Işık'), 'AY[HAN] IŞIK');
  assert.equal(marked('ömer şahin', 'OMER SAHIN'), 'ÖMER ŞAHİN');
});

test('keys move in a list and stop at its ends', () => {
  const list = { active: 3, count: 10, pageRows: 5 };
  assert.equal(nextRow('j', list), 4);
  assert.equal(nextRow('ArrowUp', list), 2);
  assert.equal(nextRow('PageDown', list), 8);
  assert.equal(nextRow('PageUp', list), 0);
  assert.equal(nextRow('End', list), 9);
  assert.equal(nextRow('k', { ...list, active: 0 }), 0);
  assert.equal(nextRow('j', { ...list, active: -1 }), 0, 'the first press marks the first row');
  assert.equal(nextRow('j', { ...list, count: 0 }), null);
  assert.equal(nextRow('x', list), null);
});

test('devices are called by the names that people know', () => {
  const windows =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
  assert.deepEqual(deviceOf(windows), { browser: 'Chrome', system: 'Windows' });
  assert.deepEqual(deviceOf(`${windows} Edg/140.0`), { browser: 'Edge', system: 'Windows' });
  assert.equal(deviceOf('curl/8.0'), undefined);
});
