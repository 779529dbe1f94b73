import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  readLimit as readPartnerLimit,
  writtenLimit,
} from '../src/console/features/partners/typed-limits.ts';
import { readCountries, readLimit } from '../src/console/features/settings/typed-limits.ts';

test('a limit is read as any amount, and zero only where it means something', () => {
  assert.equal(readLimit('depositMinCents', '1.000,50'), 100_050n);
  assert.equal(readLimit('fourEyesCents', '1.000,50 ₺'), 100_050n);
  for (const zero of ['0', '0,00', '0.0', ' 00 ₺']) {
    assert.equal(readLimit('fourEyesCents', zero), 0n, zero);
    assert.equal(readLimit('fastLimitCents', zero), 0n, zero);
    assert.equal(readLimit('depositMinCents', zero), undefined, zero);
    assert.equal(readLimit('withdrawalMaxCents', zero), undefined, zero);
  }
  for (const none of ['', '-', '0,000', '0x', '1.000.00'])
    assert.equal(readLimit('fourEyesCents', none), undefined, none);
});

test('countries are read in any order, once each, and the first that has no IBANs is named', () => {
  assert.deepEqual(readCountries('tr, de;TR\nit'), { countries: ['DE', 'IT', 'TR'], unknown: undefined });
  assert.deepEqual(readCountries(' '), { countries: [], unknown: undefined });
  assert.equal(readCountries('TR, XX').unknown, 'XX');
  assert.equal(readCountries('US').unknown, 'US');
  assert.equal(readCountries('Türkiye').unknown, 'TÜRKIYE');
});

test('a time that is no whole minute is written so that it can be read again', () => {
  for (const [seconds, text] of [
    [1_800, '30'],
    [90, '1:30'],
    [100, '1:40'],
    [65, '1:05'],
  ] as const) {
    const limits = { depositExpirySeconds: seconds } as Parameters<typeof writtenLimit>[0];
    assert.equal(writtenLimit(limits, 'depositExpirySeconds', 'tr'), text);
    assert.equal(readPartnerLimit('depositExpirySeconds', text), seconds);
  }
  for (const none of ['1.5', '1:60', '1:5', ':30', 'x'])
    assert.equal(readPartnerLimit('depositExpirySeconds', none), undefined, none);
});
