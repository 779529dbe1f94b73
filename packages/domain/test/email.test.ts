import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldEmail, isEmail } from '../src/email.ts';

test('an address is folded to the form in which it is kept', () => {
  assert.equal(foldEmail(' Ayse.Isik+Shop@Example.COM '), 'ayse.isik+shop@example.com');
  for (const email of ['a@b', 'ayse@shop.example', "o'neil_1@mail-1.shop.example"])
    assert.ok(isEmail(email), email);
});

test('what could be taken for another address is none', () => {
  for (const email of [
    '',
    'ayse',
    '@shop.example',
    'ayse@',
    'ayse@shop..example@x',
    'Ayse@shop.example',
    'ayşe@shop.example',
    // A Cyrillic letter in place of the first.
    '\u0430yse@shop.example',
    'ayse@shop.example\n',
    'ayse @shop.example',
    'ayse@-shop.example',
    'ayse@shop.example.',
    `${'a'.repeat(65)}@shop.example`,
    `ayse@${'a'.repeat(250)}`,
  ])
    assert.equal(isEmail(email), false, JSON.stringify(email));
});
