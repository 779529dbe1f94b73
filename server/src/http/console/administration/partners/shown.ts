/** Partners as the contract shows them. */
import type { PartnerDetail, PartnerRow, WebhookHealth } from '@vezne/contract/console/partners';
import type { SignedInPerson } from '@vezne/domain/actor';
import { can } from '@vezne/domain/permissions';
import type { PartnerOverview } from '../../../../db/read/partner-overviews.ts';
import type { WaitingChange } from '../../../../db/read/waiting-changes.ts';
import { moment, wire } from '../../shown.ts';

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

export function shownPartnerDetail(
  partner: PartnerOverview,
  { waiting, viewer }: { waiting: readonly WaitingChange[]; viewer: SignedInPerson },
): PartnerDetail {
  const { createdAt, redirectHosts, allowedNetworks, requestsPerSecond } = partner;
  const readsAll = can(viewer, 'read_everything') || can(viewer, 'read_masked');
  return {
    ...shownPartner(partner),
    createdAt: moment(createdAt),
    settings: readsAll ? { redirectHosts, allowedNetworks, requestsPerSecond } : null,
    waiting: waiting.map(({ askedAt, ...change }) => ({ ...change, askedAt: moment(askedAt) })),
  };
}
