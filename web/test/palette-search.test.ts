import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchOptions } from '../src/console/features/shell/palette-search.ts';

const OPTIONS = [
  { group: 'Git', name: 'Genel bakış' },
  { group: 'Git', name: 'Oturumlar' },
  { group: 'Komutlar', name: 'Açık görünüme geç' },
  { group: 'Komutlar', name: 'Tüm tuşlar' },
  { group: 'Komutlar', name: 'Çıkış yap' },
];
const found = (query: string): string[] =>
  [...searchOptions(OPTIONS, query).values()].flat().map(({ name }) => name);

test('a match at the start wins over one at the start of a word, and that over one inside', () => {
  assert.deepEqual(found('cik'), ['Çıkış yap', 'Açık görünüme geç']);
  assert.deepEqual(found('g'), ['Genel bakış', 'Açık görünüme geç']);
  assert.deepEqual(found('tu'), ['Tüm tuşlar', 'Oturumlar']);
  assert.deepEqual(found('görünüme geç'), ['Açık görünüme geç']);
  assert.deepEqual(found('yok'), []);
});

test('Turkish letters are found however they are typed', () => {
  for (const query of ['çık', 'ÇIK', 'cık', 'CIK', 'çik', 'ÇİK', ' cik ']) {
    assert.equal(found(query)[0], 'Çıkış yap', query);
  }
  assert.deepEqual(found('BAKIS'), ['Genel bakış']);
});

test('without a query everything is there, in its own order', () => {
  assert.deepEqual(
    found(''),
    OPTIONS.map(({ name }) => name),
  );
});
