import type { WebhookEvent } from '@vezne/sdk';
import type { Connection } from '../database.ts';
import { correctDeposit, creditDeposit, refundWithdrawal } from '../money/balance.ts';
import { keepFigures } from '../money/figures.ts';
import { findPayment, keepReason, moveTo } from '../money/payments.ts';

/**
 * What the shop does about a verified event. Apart from refused requests, this is the only place that gives a player money.
 */
export function applyEvent(
  event: WebhookEvent,
  { connection, log }: { connection: Connection; log: (line: string) => void },
): void {
  const reference = event.externalReference;
  const payment = findPayment(connection, reference);
  if (payment?.kind !== event.type) {
    // It still gets a 200: sending it again would not make it known.
    log(`${event.event} ${event.eventId} is about ${reference}, which is not a ${event.type} of this shop.`);
    return;
  }
  if (payment.state === 'refused') {
    log(`${event.event} ${event.eventId} is about ${reference}, which was refused: a person must look.`);
  }
  const entry = {
    playerId: payment.player_id,
    reference,
    amountCents: BigInt(event.playerAmountCents),
  };
  // By transaction and not by reference: money that comes late, or a second time, is a separate transaction.
  const credit = { ...entry, transactionId: event.transactionId, decidedAt: event.occurredAt };
  const isFirst = event.originalTransactionId === null;
  switch (event.event) {
    case 'deposit.approved':
      creditDeposit(connection, credit);
      keepFigures(connection, event);
      if (isFirst) moveTo(connection, reference, { from: ['sending', 'open'], to: 'approved' });
      break;
    case 'deposit.corrected': // the correct amount, which may be less, or zero
      correctDeposit(connection, credit);
      keepFigures(connection, event);
      if (isFirst) moveTo(connection, reference, { from: ['sending', 'open'], to: 'approved' });
      break;
    case 'deposit.rejected':
      if (!isFirst) break;
      moveTo(connection, reference, { from: ['sending', 'open'], to: 'rejected' });
      if (event.reasonCode !== null) keepReason(connection, reference, event.reasonCode);
      break;
    case 'withdrawal.approved':
      keepFigures(connection, event);
      moveTo(connection, reference, { from: ['sending', 'open'], to: 'approved' });
      break;
    case 'withdrawal.rejected':
      // Also after an approval: the bank has sent the payout back.
      moveTo(connection, reference, { from: ['sending', 'open', 'approved'], to: 'rejected' });
      refundWithdrawal(connection, entry);
      keepFigures(connection, event);
      break;
    default: // an event of a later version
  }
}
