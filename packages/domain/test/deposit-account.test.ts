import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { chooseDepositAccount } from '@vezne/domain/deposit-account';
import type { DepositAccountCandidate } from '@vezne/domain/deposit-account';
import { cents } from '@vezne/domain/money';

function candidate(id: string, usedToday: bigint, dailyCap: bigint | null = null): DepositAccountCandidate {
  return {
    id,
    currency: 'TRY',
    dailyCapCents: dailyCap === null ? null : cents(dailyCap),
    usedTodayCents: cents(usedToday),
  };
}

const DEPOSIT = { currency: 'TRY', amountCents: cents(100n) };

test('a player is shown the account that was used least today', () => {
  const candidates = [candidate('garanti', 300n), candidate('ziraat', 100n), candidate('isbank', 200n)];
  assert.equal(chooseDepositAccount(candidates, DEPOSIT), 'ziraat');
});

test('of two equally used accounts the one with the smaller id is shown', () => {
  assert.equal(chooseDepositAccount([candidate('b', 0n), candidate('a', 0n)], DEPOSIT), 'a');
});

test('an account may be filled up to its daily cap and not beyond', () => {
  assert.equal(chooseDepositAccount([candidate('a', 900n, 1_000n)], DEPOSIT), 'a');
  assert.equal(chooseDepositAccount([candidate('a', 901n, 1_000n)], DEPOSIT), undefined);
});

test('a deposit skips a full account and goes to a busier one with room', () => {
  const candidates = [candidate('full', 950n, 1_000n), candidate('busy', 5_000n, 10_000n)];
  assert.equal(chooseDepositAccount(candidates, DEPOSIT), 'busy');
});

test('an account in another currency is never shown', () => {
  const euro = { ...candidate('euro', 0n), currency: 'EUR' };
  assert.equal(chooseDepositAccount([euro], DEPOSIT), undefined);
});

test('without candidates there is no account', () => {
  assert.equal(chooseDepositAccount([], DEPOSIT), undefined);
});

const anyCandidates = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    currency: fc.constantFrom('TRY', 'EUR'),
    dailyCapCents: fc.option(fc.bigInt({ min: 0n, max: 20n }).map(cents)),
    usedTodayCents: fc.bigInt({ min: 0n, max: 20n }).map(cents),
  }),
  { selector: (one) => one.id },
);
const anyDeposit = fc.record({
  currency: fc.constant('TRY'),
  amountCents: fc.bigInt({ min: 1n, max: 10n }).map(cents),
});

test('the chosen account has room, and none with room is used less', () => {
  fc.assert(
    fc.property(anyCandidates, anyDeposit, (candidates, deposit) => {
      const withRoom = candidates.filter(
        (one) =>
          one.currency === deposit.currency &&
          one.usedTodayCents + deposit.amountCents <= (one.dailyCapCents ?? 1_000n),
      );
      const chosen = chooseDepositAccount(candidates, deposit);
      if (withRoom.length === 0) {
        assert.equal(chosen, undefined);
      } else {
        const chosenUse = withRoom.find((one) => one.id === chosen)?.usedTodayCents;
        assert.ok(chosenUse !== undefined);
        assert.ok(withRoom.every((one) => one.usedTodayCents >= chosenUse));
      }
    }),
  );
});

test('the choice does not depend on the order of the candidates', () => {
  const shuffled = anyCandidates.chain((candidates) =>
    fc.tuple(fc.constant(candidates), fc.shuffledSubarray(candidates, { minLength: candidates.length })),
  );
  fc.assert(
    fc.property(shuffled, anyDeposit, ([candidates, reordered], deposit) => {
      assert.equal(chooseDepositAccount(reordered, deposit), chooseDepositAccount(candidates, deposit));
    }),
  );
});

test('equal deposits are spread evenly over accounts without caps', () => {
  const used = new Map([
    ['a', 0n],
    ['b', 0n],
    ['c', 0n],
  ]);
  for (let deposit = 0; deposit < 30; deposit += 1) {
    const chosen = chooseDepositAccount(
      Array.from(used, ([id, assigned]) => candidate(id, assigned)),
      DEPOSIT,
    );
    assert.ok(chosen !== undefined);
    used.set(chosen, (used.get(chosen) ?? 0n) + DEPOSIT.amountCents);
  }
  assert.deepEqual([...used.values()], [1_000n, 1_000n, 1_000n]);
});
