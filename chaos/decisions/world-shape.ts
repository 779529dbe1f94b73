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
export const payoutsOnly: fc.Arbitrary<WorldShape> = fc.record({
  creditLinesCents: fc.constant([2_000_000n, 2_000_000n]),
  accounts: fc.constant(1),
  transactions: fc.array(
    fc.record({
      type: fc.constant('withdrawal' as const),
      partner: nat,
      account: nat,
      amountCents: fc.bigInt({ min: 5_000n, max: 30_000n }),
      terms,
      isConfirmed: fc.constant(true),
      isOverdue: fc.constant(false),
    }),
    { minLength: 3, maxLength: 4 },
  ),
});

/** In a world of everything, few payouts get far enough to be sent in parts and handed over. */
export const anyWorld: fc.Arbitrary<WorldShape> = fc.oneof(
  { weight: 3, arbitrary: worldShape },
  { weight: 1, arbitrary: payoutsOnly },
);
