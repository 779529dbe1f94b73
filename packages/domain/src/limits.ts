/**
 * The platform's range for a requested amount. It applies only when a transaction is created: the amount that really
 * arrives may be outside.
 */
import { cents } from './money.ts';
import type { Cents } from './money.ts';

export interface AmountRange {
  readonly minCents: Cents;
  readonly maxCents: Cents;
}

/** Both ends are inside the range. */
export function isWithin(amountCents: Cents, range: AmountRange): boolean {
  return range.minCents <= amountCents && amountCents <= range.maxCents;
}

/** 50.00 to 500000.00, until an administrator changes it. */
export const DEFAULT_DEPOSIT_RANGE: AmountRange = { minCents: cents(50_00n), maxCents: cents(500_000_00n) };

/** The same as for deposits, but a separate setting. */
export const DEFAULT_WITHDRAWAL_RANGE: AmountRange = {
  minCents: cents(50_00n),
  maxCents: cents(500_000_00n),
};
