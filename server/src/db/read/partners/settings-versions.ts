/** The platform's settings as they were, and who has changed them. */
import type pg from 'pg';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';
import type { SettingsVersion } from './platform-settings.ts';

export interface ChangedSettingsVersion extends SettingsVersion {
  /** Who asked for it, where it took two. */
  askedBy: string | null;
  requestId: string | null;
}

const SETTINGS = `s.version, s.deposit_min_cents as "depositMinCents", s.deposit_max_cents as "depositMaxCents",
  s.withdrawal_min_cents as "withdrawalMinCents", s.withdrawal_max_cents as "withdrawalMaxCents",
  s.deposits_paused as "depositsPaused", s.withdrawals_paused as "withdrawalsPaused",
  s.deposit_expiry_seconds as "depositExpirySeconds", s.four_eyes_cents as "fourEyesCents", s.fast_limit_cents as "fastLimitCents",
  s.payout_countries as "payoutCountries", s.created_at as "createdAt", s.created_by as "createdBy"`;

/**
 * Every change of the platform is audited with the version that it made. Compared as texts, and one for each: an entry with another kind of
 * version, or a second one of the same, takes no list down.
 */
const VERSIONS_SQL = `
select ${SETTINGS}, entry.details ->> 'askedBy' as "askedBy", entry.details ->> 'requestId' as "requestId"
from (
  select * from platform_settings where $1::int4 is null or version < $1 order by version desc limit $2
) as s
left join lateral (
  select a.details from audit_entry a
  where a.subject_type = 'platform' and a.subject_id = 'platform' and a.details ->> 'version' = s.version::text
  order by a.id limit 1
) as entry on true
order by s.version desc`;

/** The newest first. */
export async function listSettingsVersions(
  pool: pg.Pool,
  { below, limit }: { below: number | null; limit: number },
  options: StatementOptions,
): Promise<ChangedSettingsVersion[]> {
  return await runRead<ChangedSettingsVersion>(pool, { text: VERSIONS_SQL, values: [below, limit] }, options);
}

interface Pause {
  by: string;
  at: Date;
}

export interface SettingsNow extends SettingsVersion {
  /** Who paused it and when, if it is paused. */
  depositsPause: Pause | null;
  withdrawalsPause: Pause | null;
}

interface NowRow extends SettingsVersion {
  depositsPausedBy: string | null;
  depositsPausedAt: Date | null;
  withdrawalsPausedBy: string | null;
  withdrawalsPausedAt: Date | null;
}

/** The first version of those that are paused without a break up to now. */
const pausedSince = (column: string): string => `
  select created_by, created_at from platform_settings
  where ${column} and version > coalesce((select max(version) from platform_settings where not ${column}), 0)
  order by version limit 1`;

const NOW_SQL = `
select ${SETTINGS}, deposits.created_by as "depositsPausedBy", deposits.created_at as "depositsPausedAt",
  withdrawals.created_by as "withdrawalsPausedBy", withdrawals.created_at as "withdrawalsPausedAt"
from platform_settings s
left join lateral (${pausedSince('deposits_paused')}) as deposits on true
left join lateral (${pausedSince('withdrawals_paused')}) as withdrawals on true
order by s.version desc limit 1`;

/** The settings in force, and since when something is paused. */
export async function readSettingsNow(pool: pg.Pool, options: StatementOptions): Promise<SettingsNow> {
  const [row] = await runRead<NowRow>(pool, { text: NOW_SQL }, options);
  if (row === undefined) throw new Error('The platform has no settings.');
  const { depositsPausedBy, depositsPausedAt, withdrawalsPausedBy, withdrawalsPausedAt, ...settings } = row;
  return {
    ...settings,
    depositsPause: pauseOf(depositsPausedBy, depositsPausedAt),
    withdrawalsPause: pauseOf(withdrawalsPausedBy, withdrawalsPausedAt),
  };
}

function pauseOf(by: string | null, at: Date | null): Pause | null {
  return by === null || at === null ? null : { by, at };
}
