import type { WebhookEvent } from '@vezne/sdk';
import type { Connection } from '../database.ts';
import { correctDeposit, creditDeposit, refundWithdrawal } from '../money/balance.ts';
import { findPayment, keepReason, moveTo } from '../money/payments.ts';

/** What the shop does about a verified event. It is the only place that gives a player money, but for refused requests. */
export function applyEvent(
  event: WebhookEvent,
  { connection, log }: { connection: Connection; log: (line: string) => void },
): void {
  const reference = event.externalReference;
  const payment = findPayment(connection, reference);
  if (payment?.kind !== event.type) {
    // Answered with 200 all the same: sending it again would not make it known.
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
  // By transaction and not by reference: money that comes late, or once more, is a transaction of its own.
  const credit = { ...entry, transactionId: event.transactionId, decidedAt: event.occurredAt };
  const isFirst = event.originalTransactionId === null;
  switch (event.event) {
    case 'deposit.approved':
      creditDeposit(connection, credit);
      if (isFirst) moveTo(connection, reference, { from: ['sending', 'open'], to: 'approved' });
      break;
    case 'deposit.corrected': // the amount as it should have been, which may be less, or nothing
      correctDeposit(connection, credit);
      if (isFirst) moveTo(connection, reference, { from: ['sending', 'open'], to: 'approved' });
      break;
    case 'deposit.rejected':
      if (!isFirst) break;
      moveTo(connection, reference, { from: ['sending', 'open'], to: 'rejected' });
      if (event.reasonCode !== null) keepReason(connection, reference, event.reasonCode);
      break;
    case 'withdrawal.approved':
      moveTo(connection, reference, { from: ['sending', 'open'], to: 'approved' });
      break;
    case 'withdrawal.rejected':
      // Also after an approval: the bank has sent the payout back.
      moveTo(connection, reference, { from: ['sending', 'open', 'approved'], to: 'rejected' });
      refundWithdrawal(connection, entry);
      break;
    default: // an event of a later version
  }
}
