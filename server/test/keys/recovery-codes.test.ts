import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newRecoveryCodes, recoveryCodeHash } from '../../src/keys/recovery-codes.ts';
import { isToken, newToken, tokenHashOf } from '../../src/keys/session-tokens.ts';

test('ten recovery codes of 80 bits, none like another', () => {
  const codes = newRecoveryCodes();
  assert.equal(new Set(codes).size, 10);
  for (const code of codes) assert.match(code, /^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
});

test('a code is known however it was written down', () => {
  const kept = recoveryCodeHash('0b1c-d2e3-f4g5-h6j1');
  for (const typed of ['0B1CD2E3F4G5H6J1', ' obic d2e3 f4g5 h6jl ', '0b1c–d2e3–f4g5–h6j1'])
    assert.deepEqual(recoveryCodeHash(typed), kept, typed);
  assert.notDeepEqual(recoveryCodeHash('0b1c-d2e3-f4g5-h6j2'), kept);
});

test('a token has 256 bits, and the database keeps its hash alone', () => {
  const { token, tokenHash } = newToken();
  assert.ok(isToken(token));
  assert.deepEqual(tokenHashOf(token), tokenHash);
  assert.equal(tokenHash.length, 32);
  for (const text of [undefined, '', `${token}a`, token.slice(1), `${token.slice(1)}+`])
    assert.equal(isToken(text), false);
});
