import type { TransactionRead } from '@vezne/contract/transactions';
import { ZERO_CENTS, toWireInteger } from '@vezne/domain/money';
import type { TransactionView } from '../../db/read/transaction-views.ts';
import { toTransactionId } from '../../ids.ts';
import { depositAddresses } from './hosted-pages.ts';
import type { HostedPages } from './hosted-pages.ts';

/** A transaction as it is now, with the full set of fields of its type. */
export function transactionAnswer(view: TransactionView, pages: HostedPages): TransactionRead {
  const amountCents = toWireInteger(view.amountCents);
  const { type, status } = view;
  const common = {
    id: toTransactionId(view.id),
    amountCents,
    commissionCents: toWireInteger(view.commissionCents),
    playerAmountCents: toWireInteger(view.playerAmountCents),
    balanceImpactCents: toWireInteger(view.balanceImpactCents),
    externalReference: view.externalReference,
  };
  const read = {
    currency: 'TRY',
    createdAt: view.createdAt.toISOString(),
    decidedAt: view.decidedAt?.toISOString() ?? null,
    reasonCode: view.reasonCode,
    originalTransactionId:
      view.originalTransactionId === null ? null : toTransactionId(view.originalTransactionId),
  } as const;
  if (type === 'withdrawal') {
    if (status === 'waiting_payment') throw new Error(`Withdrawal ${view.id} waits for a payment.`);
    return { ...common, type, status, ...read };
  }
  return {
    ...common,
    type,
    status,
    requestedAmountCents: amountCents,
    actualAmountCents: view.actualAmountCents === null ? null : toWireInteger(view.actualAmountCents),
    netAmountCents: toWireInteger(view.netAmountCents ?? ZERO_CENTS),
    ...depositAddresses(view, pages),
    ...read,
  };
}
