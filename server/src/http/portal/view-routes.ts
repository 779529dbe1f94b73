import { getHome } from '@vezne/contract/portal/home';
import * as contract from '@vezne/contract/portal/transactions';
import { toWireInteger } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import type { FastifyInstance } from 'fastify';
import { toEventId, toTransactionId } from '../../ids.ts';
import { getTransaction, listTransactions, readHome } from '../../usecases/partner-view/read.ts';
import type { ListedTransaction, TransactionDetail, Waiting } from '../../usecases/partner-view/read.ts';
import type { PortalDependencies } from './dependencies.ts';
import { notFound } from './portal-error.ts';
import { portalRoute } from './route.ts';

/** What the partner's people look at. */
export function viewRoutes(app: FastifyInstance, dependencies: PortalDependencies): void {
  const { signIn: context } = dependencies;
  portalRoute(app, dependencies, getHome, async ({ session }) => {
    const { balance, waiting } = await readHome(context, session);
    return {
      currency: 'TRY' as const,
      availableCents: toWireInteger(balance.availableCents),
      reservedCents: toWireInteger(balance.reservedCents),
      openWithdrawalsCents: toWireInteger(balance.openWithdrawalsCents),
      waitingDeposits: shownWaiting(waiting, 'deposit'),
      waitingWithdrawals: shownWaiting(waiting, 'withdrawal'),
    };
  });
  portalRoute(app, dependencies, contract.listTransactions, async ({ session, query }) => {
    const { transactions, hasMore } = await listTransactions(context, session, query);
    return { transactions: transactions.map(shownTransaction), hasMore };
  });
  portalRoute(app, dependencies, contract.getTransaction, async ({ session, id }) => {
    const found = await getTransaction(context, session, id);
    if (found === undefined) throw notFound();
    return {
      transaction: shownDetail(found.transaction),
      steps: found.steps.map(({ trigger, status, at }) => ({ trigger, status, at: at.toISOString() })),
      events: found.events.map((event) => ({
        id: toEventId(event.id),
        type: event.type,
        playerAmountCents: toWireInteger(event.playerAmountCents),
        balanceImpactCents: toWireInteger(event.balanceImpactCents),
        occurredAt: event.occurredAt.toISOString(),
      })),
    };
  });
}

function shownWaiting(waiting: readonly Waiting[], type: Waiting['type']) {
  const found = waiting.find((one) => one.type === type);
  return { count: found?.count ?? 0, oldestSince: found?.oldestSince?.toISOString() ?? null };
}

const orNull = (amount: Cents | null): number | null => (amount === null ? null : toWireInteger(amount));

function shownTransaction(row: ListedTransaction) {
  return {
    id: row.id,
    transactionId: toTransactionId(row.id),
    type: row.type,
    status: row.status,
    externalReference: row.externalReference,
    referenceCode: row.referenceCode,
    customer: { id: row.customerId, username: row.customerUsername, fullName: row.customerFullName },
    currency: row.currency,
    amountCents: toWireInteger(row.amountCents),
    actualAmountCents: orNull(row.actualAmountCents),
    commissionCents: toWireInteger(row.commissionCents),
    netAmountCents: orNull(row.netAmountCents),
    playerAmountCents: toWireInteger(row.playerAmountCents),
    balanceImpactCents: toWireInteger(row.balanceImpactCents),
    reasonCode: row.reasonCode,
    createdAt: row.createdAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
  };
}

function shownDetail(row: TransactionDetail) {
  const { originalTransactionId, payoutBankName, payoutHolderName, payoutIban } = row;
  const hasPayout = payoutBankName !== null && payoutHolderName !== null && payoutIban !== null;
  return {
    ...shownTransaction(row),
    originalTransactionId: originalTransactionId === null ? null : toTransactionId(originalTransactionId),
    redirectUrl: row.redirectUrl,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    payout: hasPayout ? { bankName: payoutBankName, holderName: payoutHolderName, iban: payoutIban } : null,
    terms: {
      basisPoints: row.basisPoints,
      fixedCents: toWireInteger(row.fixedCents),
      settlementMode: row.settlementMode,
    },
  };
}
