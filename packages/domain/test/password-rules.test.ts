import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passwordWeakness } from '@vezne/domain/password-rules';

const ELIF = { handle: 'elif', name: 'Elif Işık' };

test('a password that holds the own name, in any spelling, is refused', () => {
  for (const password of ['elif-ve-deniz-1', 'Benim-IŞIK-evim-9', 'x9 ELİF x9 z8 w7', 'İŞIK ev bahçe'])
    assert.equal(passwordWeakness(password, ELIF), 'contains_name', password);
});

test('what everybody types first is refused, whatever digits stand around it', () => {
  for (const password of ['Password1234', '2026Galatasaray!', 'şifre1234567', 'qwertyuiop12'])
    assert.equal(passwordWeakness(password, ELIF), 'common', password);
});

test('runs and repetitions are refused', () => {
  for (const password of ['aaaaaaaaaaaa', '121212121212', '123456789012', '987654321098', 'ABABABABABAB'])
    assert.equal(passwordWeakness(password, ELIF), 'repetitive', password);
});

test('a sentence and what a password manager makes are taken', () => {
  for (const password of [
    'kırmızı bisiklet yağmurda',
    'correct horse battery',
    'f8#Kq2!mZ0pL',
    '٣٤٥ kitap defter',
  ])
    assert.equal(passwordWeakness(password, ELIF), undefined, password);
});
