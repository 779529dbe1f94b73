import fc from 'fast-check';
import { SETTLEMENT_MODES } from '@vezne/domain/commission';
import { TRANSACTION_TYPES } from '@vezne/domain/transaction-state';
import { amountCents, nat } from './command.ts';
import type { WorldShape } from './world.ts';

const terms = fc.record({
  mode: fc.constantFrom(...SETTLEMENT_MODES),
  basisPoints: fc.constantFrom(0, 150, 333),
  fixedCents: fc.constantFrom(0n, 99n),
});

/** Few transactions, so people meet. Two partners share bank accounts, and one may have a credit line. */
export const worldShape: fc.Arbitrary<WorldShape> = fc.record({
  creditLinesCents: fc.constantFrom(
    [0n, 0n],
    [0n, 250_000n],
    [100_000n, 1_000_000n],
    [2_000_000n, 2_000_000n],
    [2_000_000n, 2_000_000n],
  ),
  accounts: fc.integer({ min: 1, max: 2 }),
  transactions: fc.array(
    fc.record({
      type: fc.constantFrom(...TRANSACTION_TYPES),
      partner: nat,
      account: nat,
      amountCents,
      terms,
      isConfirmed: fc.boolean(),
      isOverdue: fc.boolean(),
    }),
    { minLength: 5, maxLength: 10 },
  ),
});

/** A few small payouts that nothing stands against: people meet at what happens after an authorisation. */
function payoutsAt(
  accounts: number,
  { maxCents, ...few }: { maxCents: bigint; minLength: number; maxLength: number },
): fc.Arbitrary<WorldShape> {
  return fc.record({
    creditLinesCents: fc.constant([2_000_000n, 2_000_000n]),
    accounts: fc.constant(accounts),
    transactions: fc.array(
      fc.record({
        type: fc.constant('withdrawal' as const),
        partner: nat,
        account: nat,
        amountCents: fc.bigInt({ min: 5_000n, max: maxCents }),
        terms,
        isConfirmed: fc.constant(true),
        isOverdue: fc.constant(false),
      }),
      few,
    ),
  });
}

export const payoutsOnly: fc.Arbitrary<WorldShape> = payoutsAt(1, {
  maxCents: 30_000n,
  minLength: 3,
  maxLength: 4,
});
/** Fewer still, so that they get to what happens after an approval; and another account, where money can turn up. */
export const payoutsAtTwoBanks: fc.Arbitrary<WorldShape> = payoutsAt(2, {
  maxCents: 130_000n,
  minLength: 1,
  maxLength: 2,
});

/** A few small deposits that wait for a decision: people meet at what happens to money that was refused. */
export const depositsOnly: fc.Arbitrary<WorldShape> = fc.record({
  creditLinesCents: fc.constant([0n, 0n]),
  accounts: fc.integer({ min: 1, max: 2 }),
  transactions: fc.array(
    fc.record({
      type: fc.constant('deposit' as const),
      partner: nat,
      account: nat,
      amountCents: fc.bigInt({ min: 5_000n, max: 60_000n }),
      terms,
      isConfirmed: fc.constant(true),
      isOverdue: fc.constant(false),
    }),
    { minLength: 4, maxLength: 6 },
  ),
});

/** In a world of everything, few payouts get far enough to be sent in parts, handed over or sent back, and little money is refused twice. */
export const anyWorld: fc.Arbitrary<WorldShape> = fc.oneof(
  { weight: 5, arbitrary: worldShape },
  { weight: 1, arbitrary: payoutsOnly },
  { weight: 1, arbitrary: depositsOnly },
  { weight: 2, arbitrary: payoutsAtTwoBanks },
);
