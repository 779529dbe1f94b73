import type { PartnerEvent } from '@vezne/contract/partner/events';
import { toWireInteger } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import type { EventView } from '../db/read/transactions/events.ts';
import { toEventId, toTransactionId } from '../ids.ts';

/** An event as partners see it, in the feed and in webhooks. */
export function eventBody(event: EventView): PartnerEvent {
  return {
    type: event.type.startsWith('deposit.') ? 'deposit' : 'withdrawal',
    status: event.status,
    externalReference: event.externalReference,
    playerAmountCents: toWireInteger(event.playerAmountCents),
    event: event.type,
    eventId: toEventId(event.id),
    transactionId: toTransactionId(event.transactionId),
    originalTransactionId:
      event.originalTransactionId === null ? null : toTransactionId(event.originalTransactionId),
    referenceCode: event.referenceCode,
    amountCents: toWireInteger(event.amountCents),
    actualAmountCents: wireOrNull(event.actualAmountCents),
    commissionCents: toWireInteger(event.commissionCents),
    netAmountCents: wireOrNull(event.netAmountCents),
    balanceImpactCents: toWireInteger(event.balanceImpactCents),
    currency: 'TRY',
    reasonCode: event.reasonCode,
    occurredAt: event.occurredAt.toISOString(),
  };
}

function wireOrNull(amountCents: Cents | null): number | null {
  return amountCents === null ? null : toWireInteger(amountCents);
}
