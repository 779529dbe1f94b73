/** The platform's settings as the contract shows them. */
import type {
  ChangedVersion,
  PartnerLimitsShown,
  PlatformSettingsShown,
  SettingsInForce,
} from '@vezne/contract/console/settings';
import type { OwnPartnerLimits } from '../../../../db/read/partners/partner-limits.ts';
import type { PlatformSettings, SettingsVersion } from '../../../../db/read/partners/platform-settings.ts';
import type { ChangedSettingsVersion, SettingsNow } from '../../../../db/read/partners/settings-versions.ts';
import type { WaitingChange } from '../../../../db/read/requests/waiting-changes.ts';
import { moment, wire, wireOrNull } from '../../shown.ts';

export function shownSettingsNow(now: SettingsNow, waiting: readonly WaitingChange[]): SettingsInForce {
  const pause = (since: { by: string; at: Date } | null) =>
    since === null ? null : { by: since.by, at: moment(since.at) };
  return {
    ...shownVersion(now),
    pauses: { deposits: pause(now.depositsPause), withdrawals: pause(now.withdrawalsPause) },
    waiting: waiting.map(({ askedAt, ...change }) => ({ ...change, askedAt: moment(askedAt) })),
  };
}

/** A version with the one that it has changed. */
export function shownChange(
  version: ChangedSettingsVersion,
  previous: ChangedSettingsVersion | undefined,
): ChangedVersion {
  const { askedBy, requestId } = version;
  return {
    ...shownVersion(version),
    previous: previous === undefined ? null : shownSettings(previous),
    askedBy,
    requestId,
  };
}

function shownVersion(version: SettingsVersion) {
  return {
    version: version.version,
    at: moment(version.createdAt),
    by: version.createdBy,
    settings: shownSettings(version),
  };
}

function shownSettings(settings: PlatformSettings): PlatformSettingsShown {
  return {
    depositMinCents: wire(settings.depositMinCents),
    depositMaxCents: wire(settings.depositMaxCents),
    withdrawalMinCents: wire(settings.withdrawalMinCents),
    withdrawalMaxCents: wire(settings.withdrawalMaxCents),
    fourEyesCents: wire(settings.fourEyesCents),
    fastLimitCents: wire(settings.fastLimitCents),
    payoutCountries: [...settings.payoutCountries],
    depositExpirySeconds: settings.depositExpirySeconds,
    depositsPaused: settings.depositsPaused,
    withdrawalsPaused: settings.withdrawalsPaused,
  };
}

export function shownPartnerLimits({ id, name, ...limits }: OwnPartnerLimits): PartnerLimitsShown {
  return {
    partner: { id, name },
    depositMinCents: wireOrNull(limits.depositMinCents),
    depositMaxCents: wireOrNull(limits.depositMaxCents),
    withdrawalMinCents: wireOrNull(limits.withdrawalMinCents),
    withdrawalMaxCents: wireOrNull(limits.withdrawalMaxCents),
    playerDayDepositCount: limits.playerDayDepositCount,
    playerDayDepositCents: wireOrNull(limits.playerDayDepositCents),
    playerDayWithdrawalCount: limits.playerDayWithdrawalCount,
    playerDayWithdrawalCents: wireOrNull(limits.playerDayWithdrawalCents),
    refuseOtherHolders: limits.refuseOtherHolders,
    depositExpirySeconds: limits.depositExpirySeconds,
  };
}
