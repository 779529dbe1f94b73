import { formatAmount } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import type { PlatformSettings } from '../../db/read/platform-settings.ts';
import type { AdminContext } from '../admin-context.ts';
import { AdminError } from '../admin-error.ts';
import { changeSettings } from './change.ts';
import type { ChangedSettings } from './change.ts';

export type LimitWishes = Partial<
  Pick<
    PlatformSettings,
    | 'depositMinCents'
    | 'depositMaxCents'
    | 'withdrawalMinCents'
    | 'withdrawalMaxCents'
    | 'fourEyesCents'
    | 'fastLimitCents'
  >
>;

/**
 * Sets the smallest and largest amounts that new transactions may have, the amount above which it takes two people, and the
 * one up to which players are told that a transfer arrives at once.
 */
export async function setLimits(context: AdminContext, wishes: LimitWishes): Promise<ChangedSettings> {
  return await changeSettings(context, { action: 'limits.set', wishes, check: checkRanges });
}

function checkRanges(wanted: PlatformSettings): void {
  checkRange('deposit', wanted.depositMinCents, wanted.depositMaxCents);
  checkRange('withdrawal', wanted.withdrawalMinCents, wanted.withdrawalMaxCents);
}

function checkRange(direction: string, minCents: Cents, maxCents: Cents): void {
  if (minCents < 1n) throw new AdminError(`The ${direction} minimum must be greater than zero.`);
  if (minCents <= maxCents) return;
  throw new AdminError(
    `The ${direction} minimum of ${formatAmount(minCents)} would be above the maximum of ${formatAmount(maxCents)}. ` +
      `Give both: --${direction}-min and --${direction}-max.`,
  );
}
