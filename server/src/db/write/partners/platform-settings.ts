import type { Transaction } from 'kysely';
import type { PlatformSettings } from '../../read/partners/platform-settings.ts';
import type { Database } from '../../schema.ts';
import { takeAdvisoryLockIfFree, takeWorkLock } from '../installation/locks.ts';

/** What the version before this one locks. */
const EARLIER_LOCK = 5_639_001;

/** Versions are only added, so there is no row to lock. Without this lock, two changes at once would lose one of them. */
export async function lockPlatformSettings(trx: Transaction<Database>): Promise<void> {
  await takeWorkLock(trx, 'platform_settings');
  await takeAdvisoryLockIfFree(trx, EARLIER_LOCK);
}

export async function insertSettingsVersion(
  trx: Transaction<Database>,
  settings: PlatformSettings & { createdBy: string },
): Promise<void> {
  await trx
    .insertInto('platform_settings')
    .values({
      deposit_min_cents: settings.depositMinCents,
      deposit_max_cents: settings.depositMaxCents,
      withdrawal_min_cents: settings.withdrawalMinCents,
      withdrawal_max_cents: settings.withdrawalMaxCents,
      deposits_paused: settings.depositsPaused,
      withdrawals_paused: settings.withdrawalsPaused,
      deposit_expiry_seconds: settings.depositExpirySeconds,
      four_eyes_cents: settings.fourEyesCents,
      fast_limit_cents: settings.fastLimitCents,
      payout_countries: settings.payoutCountries,
      created_by: settings.createdBy,
    })
    .execute();
}
