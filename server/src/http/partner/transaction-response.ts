import type { TransactionRead } from '@vezne/contract/partner/transactions';
import { ZERO_CENTS, toWireInteger } from '@vezne/domain/money';
import type { TransactionView } from '../../db/read/transactions/transaction-views.ts';
import { toTransactionId } from '../../ids.ts';
import { depositAddresses } from '../../keys/page-token.ts';
import type { HostedPages } from '../../keys/page-token.ts';

/**
 * A transaction as it is now, with all fields of its type. The fields of each type are written out: composed from shared
 * objects, an answer took three times as long, and a page has up to 250 of them.
 */
export function transactionResponse(view: TransactionView, pages: HostedPages): TransactionRead {
  return view.type === 'deposit' ? depositRead(view, pages) : withdrawalRead(view);
}

function depositRead(view: TransactionView, pages: HostedPages): TransactionRead {
  const amountCents = toWireInteger(view.amountCents);
  const { referenceCode, redirectUrl, hostedUrl } = depositAddresses(view, pages);
  return {
    id: toTransactionId(view.id),
    type: 'deposit',
    status: view.status,
    amountCents,
    requestedAmountCents: amountCents,
    actualAmountCents: view.actualAmountCents === null ? null : toWireInteger(view.actualAmountCents),
    commissionCents: toWireInteger(view.commissionCents),
    netAmountCents: toWireInteger(view.netAmountCents ?? ZERO_CENTS),
    playerAmountCents: toWireInteger(view.playerAmountCents),
    balanceImpactCents: toWireInteger(view.balanceImpactCents),
    currency: 'TRY',
    externalReference: view.externalReference,
    referenceCode,
    redirectUrl,
    hostedUrl,
    createdAt: view.createdAt.toISOString(),
    decidedAt: view.decidedAt?.toISOString() ?? null,
    reasonCode: view.reasonCode,
    originalTransactionId: idOrNull(view.originalTransactionId),
  };
}

function withdrawalRead(view: TransactionView): TransactionRead {
  if (view.status === 'waiting_payment') throw new Error(`Withdrawal ${view.id} waits for a payment.`);
  return {
    id: toTransactionId(view.id),
    type: 'withdrawal',
    status: view.status,
    amountCents: toWireInteger(view.amountCents),
    commissionCents: toWireInteger(view.commissionCents),
    playerAmountCents: toWireInteger(view.playerAmountCents),
    balanceImpactCents: toWireInteger(view.balanceImpactCents),
    currency: 'TRY',
    externalReference: view.externalReference,
    createdAt: view.createdAt.toISOString(),
    decidedAt: view.decidedAt?.toISOString() ?? null,
    reasonCode: view.reasonCode,
    originalTransactionId: idOrNull(view.originalTransactionId),
  };
}

function idOrNull(id: string | null): string | null {
  return id === null ? null : toTransactionId(id);
}
