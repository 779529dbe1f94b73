import assert from 'node:assert/strict';
import { test } from 'node:test';
import { capsOf } from '../src/shared/keys/caps.ts';
import { helpOf } from '../src/shared/keys/help.ts';
import { SEQUENCE_MS, matchPress, nameOfPress } from '../src/shared/keys/press.ts';
import type { Press } from '../src/shared/keys/press.ts';

const press = (key: string, more: Partial<Press> = {}): string | null =>
  nameOfPress({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    isAltGraph: false,
    ...more,
  });

test('a character counts as it is written, however the keyboard makes it', () => {
  assert.equal(press('/'), '/');
  assert.equal(press('/', { shiftKey: true }), '/', 'Shift+7 on a Turkish keyboard');
  assert.equal(press('?', { shiftKey: true }), '?');
  assert.equal(press('?'), '?', 'without Shift');
  assert.equal(press('/', { ctrlKey: true, altKey: true, isAltGraph: true }), '/', 'AltGr on Windows');
});

test('letters count whatever their case, and the four forms of i are one', () => {
  assert.equal(press('J'), 'j', 'Caps Lock');
  assert.equal(press('X', { shiftKey: true }), 'Shift+x');
  for (const key of ['i', 'ı', 'I', 'İ']) assert.equal(press(key), 'i');
  assert.equal(press('Ç'), 'ç');
});

test('Ctrl and Command are one; Alt belongs to the browser', () => {
  assert.equal(press('k', { ctrlKey: true }), 'Ctrl+k');
  assert.equal(press('k', { metaKey: true }), 'Ctrl+k');
  assert.equal(press('k', { altKey: true }), null);
  assert.equal(press('Shift', { shiftKey: true }), null);
  assert.equal(press('Escape'), 'Escape');
});

test('a sequence counts when its second key comes in time', () => {
  const bindings = ['g p', 'j'];
  const first = matchPress('g', bindings, { pending: null, nowMs: 1_000 });
  assert.deepEqual(first, { matched: null, pending: { name: 'g', atMs: 1_000 } });
  assert.equal(matchPress('p', bindings, { pending: first.pending, nowMs: 1_500 }).matched, 'g p');
  const late = matchPress('p', bindings, { pending: first.pending, nowMs: 1_001 + SEQUENCE_MS });
  assert.equal(late.matched, null);
  assert.equal(matchPress('j', bindings, { pending: first.pending, nowMs: 1_100 }).matched, 'j');
});

test('the help has a line for each thing that keys do, and the keys as they are printed', () => {
  const help = helpOf(
    [
      { keys: 'j', label: 'Down', group: 'List' },
      { keys: 'j', label: 'Down', group: 'List' },
      { keys: '/', label: 'Search', group: 'Everywhere' },
      { keys: 'Ctrl+k', label: 'Search', group: 'Everywhere' },
    ],
    ['Everywhere'],
  );
  assert.deepEqual(help, [
    ['Everywhere', [['Search', ['/', 'Ctrl+k']]]],
    ['List', [['Down', ['j']]]],
  ]);
  assert.deepEqual(capsOf('Ctrl+k'), ['Ctrl', 'K']);
  assert.deepEqual(capsOf('g p'), ['G', 'P']);
  assert.deepEqual(capsOf('Shift+x'), ['⇧', 'X']);
});
