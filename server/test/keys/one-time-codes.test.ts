import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTotpSecret, secondsToNextCode, stepOfCode, totpUri } from '../../src/keys/one-time-codes.ts';

/** RFC 6238, appendix B: `12345678901234567890` in base32, and the last six of its eight digits. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const VECTORS: [seconds: number, code: string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
];

test('the codes of RFC 6238 are right at their moment, a step early and a step late', () => {
  for (const [seconds, code] of VECTORS) {
    const step = BigInt(Math.floor(seconds / 30));
    for (const shift of [-30, 0, 30])
      assert.equal(stepOfCode(SECRET, code, (seconds + shift) * 1_000), step, `${seconds} ${shift}`);
    for (const shift of [-90, 90])
      assert.equal(stepOfCode(SECRET, code, (seconds + shift) * 1_000), undefined);
  }
});

test('anything but six digits is no code', () => {
  for (const code of ['', '28708', '2870822', '28708a', '٢٨٧٠٨٢', ' 287082'])
    assert.equal(stepOfCode(SECRET, code, 59_000), undefined, code);
});

test('a new secret has 160 bits, and its address names issuer and handle', () => {
  const secret = newTotpSecret();
  assert.match(secret, /^[A-Z2-7]{32}$/);
  assert.notEqual(secret, newTotpSecret());
  const uri = new URL(totpUri({ secret, issuer: 'Vezne', handle: 'elif' }));
  assert.equal(uri.protocol, 'otpauth:');
  assert.equal(decodeURIComponent(uri.pathname), '/Vezne:elif');
  assert.equal(uri.searchParams.get('secret'), secret);
});

test('the next code comes within half a minute', () => {
  assert.equal(secondsToNextCode(0), 30);
  assert.equal(secondsToNextCode(18_000), 12);
  assert.equal(secondsToNextCode(29_999), 1);
});
