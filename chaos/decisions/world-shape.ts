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
  creditLinesCents: fc.constantFrom([0n, 0n], [0n, 250_000n], [100_000n, 1_000_000n]),
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
