import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandLineActor, isHandle, isPersonName, isSamePerson, personIdOf } from '@vezne/domain/actor';
import type { Person } from '@vezne/domain/actor';

test('a person at the command line is the same person in every spelling of the name', () => {
  const spellings = ['Ali Işık', 'ali isik', ' ALİ  IŞIK ', 'a li ışık', 'ali.isik', 'Aliışık'];
  assert.deepEqual(new Set(spellings.map((name) => commandLineActor(name).id)), new Set(['aliisik']));
});

test('the name is kept as it was given', () => {
  assert.deepEqual(commandLineActor('Ali Işık'), { kind: 'command_line', id: 'aliisik', name: 'Ali Işık' });
});

test('a name has letters that nobody takes for others', () => {
  for (const name of ['Ali Işık', 'ŞÜKRÜ ÖZÇAĞ', "O'Neil", 'ayse.isik-2', 'a_b', 'Łukasz', 'José']) {
    assert.ok(isPersonName(name), name);
  }
  // Cyrillic а, Greek ο, Latin alpha, a full-width stop, an arrow.
  for (const name of [
    '\u0430yse',
    '\u0430\u0443\u0455\u0435',
    'z\u03bfe',
    '\u0251li',
    'ali\uff0e',
    'ali→',
    'ali@x',
  ]) {
    assert.ok(!isPersonName(name), name);
  }
});

test('two people have two ids', () => {
  assert.notEqual(personIdOf('ayse'), personIdOf('mehmet'));
});

test('an id fits its column, though folding makes the name longer', () => {
  assert.equal(personIdOf('ß'.repeat(128)), 's'.repeat(128));
});

test('a name without letters stands for itself, so no two of them are one person', () => {
  assert.equal(personIdOf(' -- '), '--');
  assert.notEqual(personIdOf('--'), personIdOf('++'));
});

test('a person who signs in under an id is still the one of that name, in every spelling', () => {
  const ayse: Person = {
    kind: 'staff',
    id: '0192',
    name: 'Ayşe Işık',
    roles: ['operator'],
    session: { id: '1', address: '192.0.2.1' },
    stepUpUntil: null,
  };
  for (const stored of ['ayşe ışık', 'AYSE ISIK', 'ayseisik', '0192'])
    assert.ok(isSamePerson(ayse, { id: null, name: stored }), stored);
  assert.equal(isSamePerson(ayse, { id: null, name: 'mehmet' }), false);
  assert.ok(isSamePerson(ayse, { id: '0192', name: 'Ayşe Demir' }), 'who marries keeps the id');
  assert.ok(isSamePerson(ayse, { id: '0815', name: 'Ayşe Işık' }), 'a namesake is no second pair of eyes');
  assert.equal(isSamePerson(ayse, { id: '0815', name: 'Mehmet' }), false);
});

test('a handle is what it folds to, so two handles are two people', () => {
  for (const handle of ['ayse', 'a1', 'mehmet2', `a${'b'.repeat(31)}`]) {
    assert.ok(isHandle(handle), handle);
    assert.equal(personIdOf(handle), handle);
  }
  for (const text of [
    'a.b',
    'a-b',
    'a b',
    'Ayse',
    'ayşe',
    'a',
    '1a',
    'a_b',
    '',
    `a${'b'.repeat(32)}`,
    'ayse\n',
  ]) {
    assert.ok(!isHandle(text), JSON.stringify(text));
  }
});
