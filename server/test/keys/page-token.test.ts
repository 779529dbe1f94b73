import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPageTokens } from '../../src/keys/page-token.ts';

const key = (fill: number) => Buffer.alloc(32, fill);
const rotated = {
  current: 2,
  byVersion: new Map([
    [2, key(2)],
    [1, key(1)],
  ]),
};
const ID = '019a0000-0000-7000-8000-000000000001';
const OTHER_ID = '019a0000-0000-7000-8000-000000000002';

test('a deposit’s page keeps its address for ever, under the key version it was created with', () => {
  const tokens = createPageTokens(rotated);
  assert.equal(tokens.currentVersion, 2);
  // A fixed value: a change of the algorithm would break the addresses that players already have.
  assert.equal(tokens.tokenOf(ID, 1), 'uLtzmBoUoRox0iXfTSSqTJeq-AGaOS7zck8aaOrrnno');
  assert.equal(
    tokens.tokenOf(ID, 1),
    createPageTokens({ current: 1, byVersion: new Map([[1, key(1)]]) }).tokenOf(ID, 1),
  );
  assert.notEqual(tokens.tokenOf(ID, 2), tokens.tokenOf(ID, 1));
});

test('a token has 256 bits and fits into an address without escaping', () => {
  const token = createPageTokens(rotated).tokenOf(ID, 2);
  assert.match(token, /^[A-Za-z0-9_-]{43}$/);
  assert.equal(Buffer.from(token, 'base64url').length, 32);
});

test('only the exact token of the deposit opens its page', () => {
  const tokens = createPageTokens(rotated);
  const token = tokens.tokenOf(ID, 2);
  assert.equal(tokens.versionOf(token, ID), 2);
  assert.equal(tokens.versionOf(tokens.tokenOf(ID, 1), ID), 1);
  assert.equal(tokens.versionOf(token, OTHER_ID), undefined, "another deposit's");
  const withoutKey = createPageTokens({ current: 1, byVersion: new Map([[1, key(1)]]) });
  assert.equal(withoutKey.versionOf(token, ID), undefined, "another key's");
  const wrong = [
    '',
    token.slice(0, -1),
    `${token}A`,
    `${token}=`,
    token.toUpperCase(),
    ` ${token}`,
    `${token}\n`,
  ];
  // latin1 cuts a character above U+00FF to its low byte. It must not be accepted as that character.
  const lookAlike = String.fromCharCode(token.charCodeAt(0) + 0x100) + token.slice(1);
  for (const text of [...wrong, lookAlike])
    assert.equal(tokens.versionOf(text, ID), undefined, JSON.stringify(text));
});

test('a page whose key version was removed from the configuration says so', () => {
  const tokens = createPageTokens(rotated);
  assert.throws(() => tokens.tokenOf(ID, 3), /Key version 3 is missing/);
});
