import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { isPrintableAscii, normalizeText, textProblem, visibleText } from '@vezne/domain/text';

test('names in any script, with spaces and punctuation, are fine', () => {
  for (const text of [
    'Ayşe Işık',
    "O'Neil-Öztürk, Jr.",
    'İSTANBUL',
    'Αθηνά',
    'محمد',
    '王小明',
    '👍',
    '♥\u{fe0f}',
    '',
  ]) {
    assert.equal(textProblem(text), undefined, JSON.stringify(text));
  }
});

test('text that is shown unchecked has a space for everything that is refused, and is unchanged otherwise', () => {
  assert.equal(visibleText('a\u001b[2J\nb\u009bc\u202ed\u2028e\ud800f\ue000g\uffff'), 'a [2J b c d e f g ');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const visible = visibleText(text.normalize('NFC')).normalize('NFC');
      assert.equal(textProblem(visible), undefined);
      if (textProblem(text) === undefined) assert.equal(visibleText(text), text);
    }),
  );
});

test('text with characters that cannot be seen or stored is refused', () => {
  const refused: [string, ReturnType<typeof textProblem>][] = [
    ['Ayşe\u0000', 'control_character'],
    ['Ayşe\nIşık', 'control_character'],
    ['Ayşe\tIşık', 'control_character'],
    ['Ayşe\u007f', 'control_character'],
    ['Ayşe\u0085', 'control_character'],
    ['Ayşe\u2028Işık', 'control_character'],
    ['Ayşe\u2029Işık', 'control_character'],
    ['\u202eAyşe', 'format_character'],
    ['\u2066Ayşe\u2069', 'format_character'],
    ['Ay\u200bşe', 'format_character'],
    ['Ay\u200dşe', 'format_character'],
    ['\ufeffAyşe', 'format_character'],
    ['Ay\u00adşe', 'format_character'],
    ['Ayşe\u{e0041}', 'format_character'],
    ['Ayşe\ue000', 'private_use_character'],
    ['Ayşe\u{10fffd}', 'private_use_character'],
    ['Ayşe\uffff', 'private_use_character'],
    ['Ayşe\ud800', 'lone_surrogate'],
    ['\udc00Ayşe', 'lone_surrogate'],
    ['Ays\u0327e', 'not_nfc'],
  ];
  for (const [text, problem] of refused) assert.equal(textProblem(text), problem, JSON.stringify(text));
});

test('the composed and the decomposed spelling of a name become one', () => {
  assert.equal(normalizeText('Ays\u0327e Is\u0327\u0131k', 128), 'Ayşe Işık');
  assert.equal(textProblem(normalizeText('Ays\u0327e', 128)), undefined);
});

test('normalised text is never refused for its form', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const normalized = normalizeText(text, text.length);
      assert.notEqual(textProblem(normalized), 'not_nfc');
      assert.equal(normalizeText(normalized, normalized.length), normalized);
    }),
  );
});

test('a reference is printable ASCII without spaces at its ends', () => {
  for (const text of ['a', 'order 17', '~!"#$%&/()=?', 'DEP-2026/11'])
    assert.equal(isPrintableAscii(text), true, text);
  for (const text of ['', ' ', ' a', 'a ', 'a\n', 'a\tb', 'ı', 'a\u00a0b', 'a\u007f', 'a\u0000']) {
    assert.equal(isPrintableAscii(text), false, JSON.stringify(text));
  }
});

test('a text that fits once it is composed is composed, however it is written', () => {
  let longest = 0;
  for (let codePoint = 0; codePoint <= 0x10_ffff; codePoint += 1) {
    const decomposed = String.fromCodePoint(codePoint).normalize('NFD');
    longest = Math.max(longest, decomposed.length > longest ? Array.from(decomposed).length : 0);
  }
  assert.equal(longest, 4, 'The bound counts on this.');
  const letters = '\u1f82'.repeat(128);
  assert.equal(normalizeText(letters.normalize('NFD'), 128), letters);
  // Two units for each code point.
  const composed = '\u{1d15e}'.normalize('NFC').repeat(64);
  assert.equal(normalizeText(composed.normalize('NFD'), 128), composed);
});

test('a text that is too long in any form is not composed, because marks are sorted one by one', () => {
  const marks = `a${'\u0301\u0316'.repeat(512)}`;
  assert.ok(marks.normalize('NFC') !== marks);
  assert.equal(normalizeText(marks, 128), marks);
  // Composing it would take a minute.
  const startedMs = performance.now();
  normalizeText(`a${'\u0301\u0316'.repeat(100_000)}`, 128);
  assert.ok(performance.now() - startedMs < 1_000);
});
