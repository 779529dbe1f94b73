import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { compareNames, foldName } from '@vezne/domain/names';

test('the four Turkish i letters fold to one', () => {
  assert.equal(foldName('IİıiI\u0307i\u0307'), 'iiiiii');
});

test('Turkish letters lose their marks, in either case, composed or not', () => {
  assert.equal(foldName('ŞĞÇÖÜ şğçöü ÂÎÛ âîû'), 'sgcou sgcou aiu aiu');
  assert.equal(foldName('ŞĞÇÖÜ şğçöü'.normalize('NFD')), 'sgcou sgcou');
});

test('letters of neighbouring alphabets are written as banks print them', () => {
  assert.equal(
    foldName('Straße Łukasz Đorđe Søren Æsa Œuvre Əli'),
    'strasse lukasz dorde soren aesa oeuvre eli',
  );
});

test('punctuation separates words, apostrophes join them, and spaces collapse', () => {
  assert.equal(foldName('  A. IŞIK-Öz,\t(Jr.)  '), 'a isik oz jr');
  assert.equal(foldName("O'Neil O’Neil O´Neil"), 'oneil oneil oneil');
  assert.equal(foldName(' .-, '), '');
});

test('names that a bank and a site spell differently are the same', () => {
  const pairs = [
    ['Ayşe Işık', 'AYSE ISIK'],
    ['Ayşe Işık', 'AYŞE IŞIK'],
    ['İbrahim Çiğdem', 'ibrahim cigdem'],
    ['İbrahim Çiğdem', 'İBRAHİM ÇİĞDEM'.normalize('NFD')],
    ['IŞIK AYŞE', 'Ayşe Işık'],
    ['Ali Ali Kaya', 'Kaya, Ali Ali'],
    ['Ayşe', 'AYSE'],
  ] as const;
  for (const [a, b] of pairs) assert.equal(compareNames(a, b), 'same', `${a} / ${b}`);
});

test('a missing middle name, an initial or other spaces make names similar', () => {
  const pairs = [
    ['Ayşe Nur Işık', 'AYŞE IŞIK'],
    ['IŞIK AYŞE NUR', 'Ayşe Işık'],
    ['A. IŞIK', 'Ayşe Işık'],
    ['Ayşe N. Işık', 'Ayşe Nur Işık'],
    ['Ayşe N. Işık', 'Işık Nur A.'],
    ['Ayşe N Işık', 'Ayşe Işık'],
    ['Ali A Kaya', 'Ali Ali Kaya'],
    ['Ali Ali', 'Ali A'],
    ['Ayşenur Işık', 'Ayşe Nur Işık'],
    ['Ayşe Nur Yılmaz Işık', 'Ayşe Işık'],
  ] as const;
  for (const [a, b] of pairs) assert.equal(compareNames(a, b), 'similar', `${a} / ${b}`);
});

test('one shared word, only initials, or no letters at all do not make names the same', () => {
  const pairs = [
    ['Ayşe Işık', 'Mehmet Işık'],
    ['Ayşe Işık', 'Işık'],
    ['Ayşe Işık', 'Ayşe Yılmaz'],
    ['Ayşe Işık', 'A. I.'],
    ['Ayşe Işık', 'M. Işık'],
    ['Ayşe Işık', 'Ayşegül Işık'],
    ['Ayşe Nur Işık', 'Ayşe Can Işık'],
    ['Ayşe A. Işık', 'Ayşe B. Işık'],
    ['Ali Ali', 'Ali Veli'],
    ['', ''],
    ['.', '-'],
    ['Ayşe', ''],
    ['محمد علي', '王 小明'],
  ] as const;
  for (const [a, b] of pairs) assert.equal(compareNames(a, b), 'different', `${a} / ${b}`);
});

const word = fc.string({
  unit: fc.constantFrom(...'abcçdeğıiİIŞşöÜüAyn'.normalize('NFC').split('')),
  minLength: 1,
  maxLength: 4,
});
const name = fc.array(word, { minLength: 1, maxLength: 4 });

test('comparing is symmetric', () => {
  fc.assert(
    fc.property(name, name, (a, b) => {
      assert.equal(compareNames(a.join(' '), b.join(' ')), compareNames(b.join(' '), a.join(' ')));
    }),
    { numRuns: 1_000 },
  );
});

test('a folded name is ASCII for every Latin letter of Turkish, and folding it again changes nothing', () => {
  fc.assert(
    fc.property(name, (words) => {
      const folded = foldName(words.join('  '));
      assert.match(folded, /^[a-z]+(?: [a-z]+)*$/);
      assert.equal(foldName(folded), folded);
    }),
  );
});

test('a name in any order is the same, and without one of three or more words at least similar', () => {
  const shuffledName = fc
    .array(fc.constantFrom('Ayşe', 'Nur', 'Işık', 'Can', 'Öz'), { minLength: 3, maxLength: 5 })
    .chain((words) => fc.tuple(fc.constant(words), fc.shuffledSubarray(words, { minLength: words.length })));
  fc.assert(
    fc.property(shuffledName, ([words, reordered]) => {
      assert.equal(compareNames(words.join(' '), reordered.join(' ')), 'same');
      assert.equal(compareNames(words.join(' '), reordered.slice(1).join(' ')), 'similar');
    }),
  );
});
