import type { Kysely } from 'kysely';
import type { Cents } from '@vezne/domain/money';
import type { Database } from '../../schema.ts';
import type { SettingsRow } from './configuration.ts';

/** What administrators set for the whole platform. The api needs only the part that it inherits. */
export interface PlatformSettings extends SettingsRow {
  /** Above this amount, two people must agree before money leaves. */
  fourEyesCents: Cents;
  /** Up to this amount, banks transfer instantly, at any hour. */
  fastLimitCents: Cents;
}

export interface SettingsVersion extends PlatformSettings {
  version: number;
  createdAt: Date;
  createdBy: string;
}

/** The settings in force: the highest version. */
export async function readSettingsInForce(db: Kysely<Database>): Promise<SettingsVersion> {
  return await db
    .selectFrom('platform_settings')
    .select([
      'version',
      'deposit_min_cents as depositMinCents',
      'deposit_max_cents as depositMaxCents',
      'withdrawal_min_cents as withdrawalMinCents',
      'withdrawal_max_cents as withdrawalMaxCents',
      'deposits_paused as depositsPaused',
      'withdrawals_paused as withdrawalsPaused',
      'deposit_expiry_seconds as depositExpirySeconds',
      'four_eyes_cents as fourEyesCents',
      'fast_limit_cents as fastLimitCents',
      'payout_countries as payoutCountries',
      'created_at as createdAt',
      'created_by as createdBy',
    ])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}
