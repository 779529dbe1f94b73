import type { Kysely } from 'kysely';
import type { Database } from '../schema.ts';
import type { SettingsRow } from './configuration.ts';

export interface SettingsVersion extends SettingsRow {
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
      'created_at as createdAt',
      'created_by as createdBy',
    ])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}
