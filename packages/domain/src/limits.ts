/**
 * Which amounts may be requested, and how much a player may ask for in a day. Both apply only when a transaction is created:
 * the amount that really arrives may be outside.
 */
import { cents } from './money.ts';
import type { Cents } from './money.ts';

export interface AmountRange {
  readonly minCents: Cents;
  readonly maxCents: Cents;
}

/** A range with open ends. */
export interface OpenRange {
  readonly minCents: Cents | null;
  readonly maxCents: Cents | null;
}

/** Both ends are inside the range. */
export function isWithin(amountCents: Cents, range: AmountRange): boolean {
  return range.minCents <= amountCents && amountCents <= range.maxCents;
}

/**
 * What is inside both ranges: the platform's, and a partner's own as far as it has one. Ranges that do not meet give one whose
 * minimum is above its maximum, and no amount is within that.
 */
export function narrowerRange(platform: AmountRange, own: OpenRange): AmountRange {
  return {
    minCents: own.minCents !== null && own.minCents > platform.minCents ? own.minCents : platform.minCents,
    maxCents: own.maxCents !== null && own.maxCents < platform.maxCents ? own.maxCents : platform.maxCents,
  };
}

/** How much one player may create in a day, in one direction. null: any number, or any sum. */
export interface DayLimit {
  readonly count: number | null;
  readonly cents: Cents | null;
}

/** null when neither is limited, so that the day need not be looked at. */
export function dayLimit(limit: DayLimit): DayLimit | null {
  return limit.count === null && limit.cents === null ? null : limit;
}

/** What a player has created today. */
export interface PlayerDay {
  readonly count: number;
  readonly cents: Cents;
}

/** Whether one more transaction still fits into the player's day. A day that is exactly full was within its limit. */
export function fitsIntoDay(amountCents: Cents, day: PlayerDay, limit: DayLimit): boolean {
  return (
    (limit.count === null || day.count < limit.count) &&
    (limit.cents === null || day.cents + amountCents <= limit.cents)
  );
}

/** 50.00 to 500000.00, until an administrator changes it. */
export const DEFAULT_DEPOSIT_RANGE: AmountRange = { minCents: cents(50_00n), maxCents: cents(500_000_00n) };

/** The same as for deposits, but a separate setting. */
export const DEFAULT_WITHDRAWAL_RANGE: AmountRange = {
  minCents: cents(50_00n),
  maxCents: cents(500_000_00n),
};
