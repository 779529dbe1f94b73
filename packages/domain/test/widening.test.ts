import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SETTING_RULES, combinedEffect, effectOf } from '@vezne/domain/widening';
import type { SettingsOf } from '@vezne/domain/widening';

const amount = fc.bigInt(0n, 20n);
const amountOrNone = fc.option(amount);
const countOrNone = fc.option(fc.integer({ min: 1, max: 9 }));
const words = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'));
const account = fc.option(
  fc.record({ iban: fc.constantFrom('TR1', 'TR2'), holderName: fc.constantFrom('A', 'B') }),
);

/** Random settings of every noun. A setting without an arbitrary fails the first test. */
const SETTINGS: Readonly<Record<SettingsOf, Readonly<Record<string, fc.Arbitrary<unknown>>>>> = {
  platform: {
    depositMinCents: amount,
    depositMaxCents: amount,
    withdrawalMinCents: amount,
    withdrawalMaxCents: amount,
    fourEyesCents: amount,
    fastLimitCents: amount,
    depositExpirySeconds: fc.nat(),
    depositsPaused: fc.boolean(),
    withdrawalsPaused: fc.boolean(),
    payoutCountries: words,
  },
  partner: {
    name: fc.string(),
    status: fc.constantFrom('active', 'disabled'),
    depositsPaused: fc.boolean(),
    withdrawalsPaused: fc.boolean(),
    creditLineCents: amount,
    redirectHosts: words,
    allowedNetworks: words,
    requestsPerSecond: countOrNone,
    depositMinCents: amountOrNone,
    depositMaxCents: amountOrNone,
    withdrawalMinCents: amountOrNone,
    withdrawalMaxCents: amountOrNone,
    playerDayDepositCount: countOrNone,
    playerDayDepositCents: amountOrNone,
    playerDayWithdrawalCount: countOrNone,
    playerDayWithdrawalCents: amountOrNone,
    refuseOtherHolders: fc.boolean(),
    depositExpirySeconds: fc.option(fc.nat()),
    settlementAccount: account,
    supportAddress: fc.constantFrom('https://a.example', 'mailto:b@b.example', null),
    refundNote: fc.constantFrom({ tr: 'a', en: 'b' }, null),
  },
  bank_account: {
    status: fc.constantFrom('frozen', 'disabled', 'enabled'),
    depositsPaused: fc.boolean(),
    payoutsPaused: fc.boolean(),
    dailyCapCents: amountOrNone,
    toleranceCents: amount,
  },
  webhook_endpoint: {
    url: fc.constantFrom('https://a', 'https://b'),
    eventTypes: words,
    status: fc.constantFrom('active', 'paused', 'disabled'),
  },
};
const NOUNS = Object.keys(SETTINGS) as SettingsOf[];

test('every setting with a rule is tried here', () => {
  for (const noun of NOUNS) {
    assert.deepEqual(Object.keys(SETTINGS[noun]).toSorted(), Object.keys(SETTING_RULES[noun]).toSorted());
  }
});

test('of 10,000 random pairs of settings, a change and its reverse are never both narrow', () => {
  for (const noun of NOUNS) {
    const settings = fc.record(SETTINGS[noun]);
    fc.assert(
      fc.property(settings, settings, (one, other) => {
        const [there, back] = [effectOf(noun, one, other), effectOf(noun, other, one)];
        assert.ok(!(there === 'narrows' && back === 'narrows'));
        // What one person did alone by closing, one person can't undo alone.
        if (there === 'narrows') assert.equal(back, 'widens');
        assert.equal(effectOf(noun, one, one), 'neutral');
      }),
      { numRuns: 10_000 },
    );
  }
});

test('an empty list means any, so removing its last entry opens, and its first entry closes', () => {
  const of = (before: string[], after: string[]) =>
    effectOf('partner', { redirectHosts: before }, { redirectHosts: after });
  assert.equal(of(['a'], []), 'widens');
  assert.equal(of([], ['a']), 'narrows');
  assert.equal(of(['a', 'b'], ['a']), 'narrows');
  assert.equal(of(['a'], ['a', 'b']), 'widens');
  assert.equal(of(['a'], ['b']), 'widens', 'another host is a new host');
  assert.equal(of(['a', 'b'], ['b', 'a']), 'neutral', 'the order says nothing');
});

test('a cap of none is unlimited', () => {
  const of = (before: bigint | null, after: bigint | null) =>
    effectOf('bank_account', { dailyCapCents: before }, { dailyCapCents: after });
  assert.equal(of(5n, null), 'widens');
  assert.equal(of(null, 5n), 'narrows');
  assert.equal(of(5n, 6n), 'widens');
  assert.equal(of(6n, 5n), 'narrows');
});

test('a lower minimum opens, a higher one closes; a higher four-eyes amount opens', () => {
  assert.equal(effectOf('platform', { depositMinCents: 5n }, { depositMinCents: 4n }), 'widens');
  assert.equal(effectOf('platform', { depositMinCents: 5n }, { depositMinCents: 6n }), 'narrows');
  assert.equal(effectOf('platform', { fourEyesCents: 5n }, { fourEyesCents: 6n }), 'widens');
  assert.equal(effectOf('platform', { fourEyesCents: 6n }, { fourEyesCents: 5n }), 'narrows');
});

test('whoever unfreezes opens, even to disabled', () => {
  const of = (before: string, after: string) =>
    effectOf('bank_account', { status: before }, { status: after });
  assert.equal(of('frozen', 'disabled'), 'widens');
  assert.equal(of('disabled', 'enabled'), 'widens');
  assert.equal(of('enabled', 'frozen'), 'narrows');
});

test('one opening among many closings is an opening', () => {
  assert.equal(combinedEffect(['narrows', 'neutral', 'widens']), 'widens');
  assert.equal(combinedEffect(['narrows', 'neutral']), 'narrows');
  assert.equal(combinedEffect([]), 'neutral');
});
