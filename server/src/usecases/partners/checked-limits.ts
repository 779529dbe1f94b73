import type { Cents } from '@vezne/domain/money';
import type { TransactionType } from '@vezne/domain/transaction-state';
import type { PartnerLimits } from '../../db/read/partners/partners.ts';
import { refused } from '../refusal.ts';

/** Far more than a player does in a day. A larger figure is a typing error. */
const MAX_PLAYER_DAY_COUNT = 100_000;
/** A minute, and 30 days: the same as for the platform. */
const MIN_EXPIRY_SECONDS = 60;
const MAX_EXPIRY_SECONDS = 30 * 86_400;

/** Refuses limits that make no sense together. They may lie outside the platform's, which then holds. */
export function checkLimits(limits: PartnerLimits): void {
  checkRange('deposit', limits.depositMinCents, limits.depositMaxCents);
  checkRange('withdrawal', limits.withdrawalMinCents, limits.withdrawalMaxCents);
  for (const amountCents of [limits.playerDayDepositCents, limits.playerDayWithdrawalCents]) {
    checkPositive(amountCents);
  }
  for (const count of [limits.playerDayDepositCount, limits.playerDayWithdrawalCount]) {
    if (!isBetween(count, 1, MAX_PLAYER_DAY_COUNT)) {
      throw refused('player_day_count_out_of_range', { max: MAX_PLAYER_DAY_COUNT });
    }
  }
  if (!isBetween(limits.depositExpirySeconds, MIN_EXPIRY_SECONDS, MAX_EXPIRY_SECONDS)) {
    throw refused('deposit_expiry_out_of_range', {
      minSeconds: MIN_EXPIRY_SECONDS,
      maxSeconds: MAX_EXPIRY_SECONDS,
    });
  }
}

function checkRange(type: TransactionType, minCents: Cents | null, maxCents: Cents | null): void {
  checkPositive(minCents);
  checkPositive(maxCents);
  if (minCents !== null && maxCents !== null && minCents > maxCents) {
    throw refused('minimum_above_maximum', { type, minCents, maxCents });
  }
}

function checkPositive(limitCents: Cents | null): void {
  if (limitCents !== null && limitCents < 1n) throw refused('limit_not_positive');
}

/** True for null too: there is no limit then. */
function isBetween(value: number | null, min: number, max: number): boolean {
  return value === null || (Number.isInteger(value) && value >= min && value <= max);
}
