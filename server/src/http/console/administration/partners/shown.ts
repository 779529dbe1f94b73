/** Partners as the contract shows them. */
import type {
  PartnerDetail,
  PartnerRow,
  PartnerSettings,
  WebhookHealth,
} from '@vezne/contract/console/partners';
import type { SignedInPerson } from '@vezne/domain/actor';
import { maskIban } from '@vezne/domain/iban';
import { can } from '@vezne/domain/permissions';
import type { ShownSettings } from '../../../../db/read/partners/partner-details.ts';
import type { AskedNetworks } from '../../../../db/read/partners/network-requests.ts';
import type { PartnerOverview } from '../../../../db/read/partners/partner-overviews.ts';
import type { WaitingChange } from '../../../../db/read/requests/waiting-changes.ts';
import { moment, wire, wireOrNull } from '../../shown.ts';

export function shownPartner(partner: PartnerOverview): PartnerRow {
  const { id, name, status, depositsPaused, withdrawalsPaused } = partner;
  return {
    id,
    name,
    status,
    depositsPaused,
    withdrawalsPaused,
    availableCents: wire(partner.availableCents),
    reservedCents: wire(partner.reservedCents),
    creditLineCents: wire(partner.creditLineCents),
    openWithdrawals: { count: partner.openWithdrawals, cents: wire(partner.openWithdrawalsCents) },
    webhooks: healthOf(partner),
  };
}

/** The worst of its endpoints; those that a person disabled don't count. */
function healthOf({ webhooks }: PartnerOverview): WebhookHealth {
  if (webhooks.endpoints === 0) return 'none';
  if (webhooks.hasParked) return 'parked';
  if (webhooks.isBehind) return 'behind';
  return webhooks.isPaused ? 'paused' : 'healthy';
}

/** Who sees more than how partners stand. */
export function readsAll(viewer: SignedInPerson): boolean {
  return can(viewer, 'read_everything') || can(viewer, 'read_masked');
}

export function shownWaiting<Waiting extends WaitingChange>({ askedAt, ...change }: Waiting) {
  return { ...change, askedAt: moment(askedAt) };
}

export function shownPartnerDetail(
  partner: PartnerOverview,
  {
    settings,
    waiting,
    viewer,
  }: {
    /** undefined: the viewer reads queues alone. */
    settings: ShownSettings | undefined;
    waiting: readonly WaitingChange[];
    viewer: SignedInPerson;
  },
): PartnerDetail {
  return {
    ...shownPartner(partner),
    createdAt: moment(partner.createdAt),
    settings: settings === undefined ? null : shownSettings(settings, viewer),
    waiting: waiting.map(shownWaiting),
  };
}

function shownSettings(
  { partner, askedNetworks, logo }: ShownSettings,
  viewer: SignedInPerson,
): PartnerSettings {
  const { redirectHosts, allowedNetworks, requestsPerSecond, settlementAccount } = partner;
  return {
    redirectHosts,
    allowedNetworks,
    askedNetworks: askedNetworks === undefined ? null : shownAsked(askedNetworks),
    requestsPerSecond,
    creditLineCents: wire(partner.creditLineCents),
    depositMinCents: wireOrNull(partner.depositMinCents),
    depositMaxCents: wireOrNull(partner.depositMaxCents),
    withdrawalMinCents: wireOrNull(partner.withdrawalMinCents),
    withdrawalMaxCents: wireOrNull(partner.withdrawalMaxCents),
    playerDayDepositCount: partner.playerDayDepositCount,
    playerDayDepositCents: wireOrNull(partner.playerDayDepositCents),
    playerDayWithdrawalCount: partner.playerDayWithdrawalCount,
    playerDayWithdrawalCents: wireOrNull(partner.playerDayWithdrawalCents),
    refuseOtherHolders: partner.refuseOtherHolders,
    depositExpirySeconds: partner.depositExpirySeconds,
    settlementAccount: settlementAccount && {
      ...settlementAccount,
      iban: can(viewer, 'read_everything') ? settlementAccount.iban : maskIban(settlementAccount.iban),
    },
    supportAddress: partner.supportAddress,
    refundNote: partner.refundNote,
    logo,
  };
}

function shownAsked({ wanted, askedBy, askedAt, expiresAt, hasColleague }: AskedNetworks) {
  return {
    networks: wanted,
    askedBy,
    askedAt: moment(askedAt),
    expiresAt: moment(expiresAt),
    waitsFor: hasColleague ? ('colleague' as const) : ('us' as const),
  };
}
