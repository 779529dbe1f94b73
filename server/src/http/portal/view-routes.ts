import * as entryContract from '@vezne/contract/portal/entries';
import * as homeContract from '@vezne/contract/portal/home';
import * as contract from '@vezne/contract/portal/transactions';
import { subtractCents, toWireInteger } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { portalStateOf } from '@vezne/domain/portal-state';
import type { FastifyInstance } from 'fastify';
import { toEventId, toTransactionId } from '../../ids.ts';
import { listEntries, listTransactionEntries } from '../../usecases/partner-view/entries.ts';
import type { ListedEntry, TransactionEntry } from '../../usecases/partner-view/entries.ts';
import { readHome, readMoney, readWebhookHealth } from '../../usecases/partner-view/home.ts';
import type { Amounts, Period, Waiting } from '../../usecases/partner-view/home.ts';
import {
  getTransaction,
  listTransactions,
  searchTransactions,
} from '../../usecases/partner-view/transactions.ts';
import type {
  ListedTransaction,
  ToldDelivery,
  TransactionDetail,
  TransactionPage,
} from '../../usecases/partner-view/transactions.ts';
import type { PortalDependencies } from './dependencies.ts';
import { notFound } from './portal-error.ts';
import { portalRoute } from './route.ts';

/** What the partner's people look at. */
export function viewRoutes(app: FastifyInstance, dependencies: PortalDependencies): void {
  homeRoutes(app, dependencies);
  transactionRoutes(app, dependencies);
  entryRoutes(app, dependencies);
}

/** As many as the first screen shows. */
const RECENT = 10;

function homeRoutes(app: FastifyInstance, dependencies: PortalDependencies): void {
  const { signIn: context } = dependencies;
  portalRoute(app, dependencies, homeContract.getHome, async ({ session }) => {
    const waiting = await readHome(context, session);
    const withdrawals = waiting.filter(({ type }) => type === 'withdrawal');
    const { transactions } = await listTransactions(context, session, { limit: RECENT });
    return {
      waitingDeposits: shownWaiting(waiting.filter(({ type }) => type === 'deposit')),
      waitingWithdrawals: shownWaiting(withdrawals.filter(({ isSetAside }) => !isSetAside)),
      withdrawalsBeingPaid: shownWaiting(withdrawals.filter(({ isSetAside }) => isSetAside)),
      unpaidDeposits: waiting.find(({ status }) => status === 'waiting_payment')?.count ?? 0,
      recent: transactions.map(shownTransaction),
    };
  });
  portalRoute(app, dependencies, homeContract.getMoney, async ({ session }) => {
    const { balance, today, month, readAt } = await readMoney(context, session);
    return {
      currency: 'TRY' as const,
      availableCents: toWireInteger(balance.availableCents),
      reservedCents: toWireInteger(balance.reservedCents),
      openWithdrawalsCents: toWireInteger(balance.openWithdrawalsCents),
      today: shownPeriod(today),
      month: shownPeriod(month),
      readAt: readAt.toISOString(),
    };
  });
  portalRoute(app, dependencies, homeContract.getWebhookHealth, async ({ session }) => {
    const endpoints = await readWebhookHealth(context, session);
    return {
      endpoints: endpoints.map((endpoint) => ({
        ...endpoint,
        waitingSince: endpoint.waitingSince?.toISOString() ?? null,
        lastTakenAt: endpoint.lastTakenAt?.toISOString() ?? null,
      })),
      readAt: new Date(context.clock.nowMs()).toISOString(),
    };
  });
}

function transactionRoutes(app: FastifyInstance, dependencies: PortalDependencies): void {
  const { signIn: context } = dependencies;
  portalRoute(app, dependencies, contract.listTransactions, async ({ session, query }) =>
    shownPage(await listTransactions(context, session, query)),
  );
  portalRoute(app, dependencies, contract.searchTransactions, async ({ session, body }) => {
    const found = await searchTransactions(context, session, body);
    return { ...shownPage(found), hasMorePlayers: found.hasMorePlayers };
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
        deliveries: event.deliveries.map(shownDelivery),
      })),
      lateMoney: found.lateMoney.map((late) => ({
        id: late.id,
        transactionId: toTransactionId(late.id),
        status: late.status,
        amountCents: toWireInteger(late.amountCents),
        createdAt: late.createdAt.toISOString(),
      })),
    };
  });
}

function entryRoutes(app: FastifyInstance, dependencies: PortalDependencies): void {
  const { signIn: context } = dependencies;
  portalRoute(app, dependencies, entryContract.listEntries, async ({ session, query }) => {
    const { stretch, entries, next, lookedBackTo } = await listEntries(context, session, query);
    const { openingCents, closingCents } = stretch;
    return {
      currency: 'TRY' as const,
      period: {
        entries: Number(stretch.endNo - stretch.firstNo),
        openingCents: toWireInteger(openingCents),
        changeCents: toWireInteger(subtractCents(closingCents, openingCents)),
        closingCents: toWireInteger(closingCents),
      },
      entries: entries.map((entry) => ({ ...shownEntry(entry), transaction: aboutOf(entry) })),
      next: next === null ? null : Number(next),
      lookedBackTo: lookedBackTo?.toISOString() ?? null,
    };
  });
  portalRoute(app, dependencies, entryContract.listTransactionEntries, async ({ session, id }) => {
    const entries = await listTransactionEntries(context, session, id);
    if (entries === undefined) throw notFound();
    return { entries: entries.map((entry) => ({ ...shownEntry(entry), book: entry.book })) };
  });
}

function shownWaiting(waiting: readonly Waiting[]) {
  const found = waiting.find(({ status }) => status === 'waiting_confirmation');
  return { count: found?.count ?? 0, oldestSince: found?.oldestSince?.toISOString() ?? null };
}

function shownPeriod({ from, deposits, withdrawals, others, changeCents, paid }: Period) {
  return {
    from: from.toISOString(),
    deposits: shownAmounts(deposits),
    withdrawals: shownAmounts(withdrawals),
    others: shownAmounts(others),
    changeCents: toWireInteger(changeCents),
    paid: { count: paid.count, amountCents: toWireInteger(paid.amountCents) },
  };
}

function shownAmounts({ count, grossCents, commissionCents, netCents }: Amounts) {
  return {
    count,
    grossCents: toWireInteger(grossCents),
    commissionCents: toWireInteger(commissionCents),
    netCents: toWireInteger(netCents),
  };
}

function shownPage({ transactions, next, lookedBackTo }: TransactionPage) {
  return {
    transactions: transactions.map(shownTransaction),
    next,
    lookedBackTo: lookedBackTo?.toISOString() ?? null,
  };
}

function shownDelivery({ endpointId, url, state, attempts, nextAttemptAt, tries }: ToldDelivery) {
  return {
    endpointId,
    url,
    state,
    attempts,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    tries: tries.map(({ at, durationMs, status, error, answerStart }) => ({
      at: at.toISOString(),
      durationMs,
      status,
      error,
      answerStart,
    })),
  };
}

function shownEntry({
  entryNo,
  kind,
  isCommission,
  amountCents,
  balanceAfterCents,
  at,
}: Pick<
  ListedEntry & TransactionEntry,
  'entryNo' | 'kind' | 'isCommission' | 'amountCents' | 'balanceAfterCents' | 'at'
>) {
  return {
    entryNo: Number(entryNo),
    kind,
    isCommission,
    amountCents: toWireInteger(amountCents),
    balanceAfterCents: toWireInteger(balanceAfterCents),
    at: at.toISOString(),
  };
}

function aboutOf({
  transactionId: id,
  type,
  externalReference,
  referenceCode,
  customerUsername,
}: ListedEntry) {
  return id === null || type === null || externalReference === null || customerUsername === null
    ? null
    : { id, type, externalReference, referenceCode, customerUsername };
}

const orNull = (amount: Cents | null): number | null => (amount === null ? null : toWireInteger(amount));

function shownTransaction(row: ListedTransaction) {
  return {
    id: row.id,
    transactionId: toTransactionId(row.id),
    type: row.type,
    status: row.status,
    state: portalStateOf(row),
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
    originalId: originalTransactionId,
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
