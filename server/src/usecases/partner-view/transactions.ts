/** A partner's transactions, for its people. */
import type { PartnerScope } from '../../db/partner-scope.ts';
import { listDeliveriesOf, listTries } from '../../db/read/portal/deliveries.ts';
import type { ToldEndpoint, Try } from '../../db/read/portal/deliveries.ts';
import { findIds } from '../../db/read/portal/transaction-ids.ts';
import type { TransactionFilter } from '../../db/read/portal/transaction-ids.ts';
import * as transactions from '../../db/read/portal/transactions.ts';
import type {
  LateMoney,
  ListedTransaction,
  ShownStep,
  ToldEvent,
  TransactionDetail,
} from '../../db/read/portal/transactions.ts';
import { newId, timeOfId } from '../../ids.ts';
import type { PortalSession, PortalSignIn } from '../partner-people/signed-in.ts';
import { look } from '../partner-people/screen-reads.ts';
import { searchIds } from './search.ts';

export type { LateMoney, ListedTransaction, ToldEndpoint, TransactionDetail, Try };

export interface TransactionPage {
  transactions: ListedTransaction[];
  /** Older ones are asked for with it; null: there are none. */
  next: string | null;
  lookedBackTo: Date | null;
}

type PageFilter = TransactionFilter & { limit: number };

export async function listTransactions(
  context: PortalSignIn,
  session: PortalSession,
  { limit, ...filter }: PageFilter,
): Promise<TransactionPage> {
  return await look(context, session, async (scope) => {
    const { ids, lookedDownTo } = await findIds(scope, filter, limit + 1);
    return await pageOf(scope, { ids, lookedDownTo, limit });
  });
}

/** One text may be several things, and what fits any of them is on the list. */
export async function searchTransactions(
  context: PortalSignIn,
  session: PortalSession,
  { text, limit, ...filter }: PageFilter & { text: string },
): Promise<TransactionPage & { hasMorePlayers: boolean }> {
  const now = new Date(context.clock.nowMs());
  return await look(context, session, async (scope) => {
    const { hasMorePlayers, ...found } = await searchIds(scope, { text, filter, wanted: limit + 1, now });
    return { ...(await pageOf(scope, { ...found, limit })), hasMorePlayers };
  });
}

/** One more than the page is known, to know whether there is a next one. */
async function pageOf(
  scope: PartnerScope,
  { ids, lookedDownTo, limit }: { ids: readonly string[]; lookedDownTo?: string | undefined; limit: number },
): Promise<TransactionPage> {
  const shown = ids.slice(0, limit);
  const hasMore = ids.length > limit;
  const end = hasMore ? shown.at(-1) : lookedDownTo;
  return {
    transactions: await transactions.listTransactions(scope, shown),
    next: end ?? null,
    lookedBackTo: hasMore || lookedDownTo === undefined ? null : timeOfId(lookedDownTo),
  };
}

export interface ToldDelivery extends ToldEndpoint {
  tries: Try[];
}

export interface WholeTransaction {
  transaction: TransactionDetail;
  steps: ShownStep[];
  events: (ToldEvent & { deliveries: ToldDelivery[] })[];
  lateMoney: LateMoney[];
}

/**
 * Undefined: the partner has none with that id. All of it is always asked for, and then for an id that nothing has: so another partner's takes as
 * long as none. Row-level security hides its rows only after it has found them.
 */
export async function getTransaction(
  context: PortalSignIn,
  session: PortalSession,
  id: string,
): Promise<WholeTransaction | undefined> {
  return await look(context, session, async (scope) => {
    const transaction = await transactions.findTransaction(scope, id);
    const known = transaction === undefined ? newId() : id;
    const steps = await transactions.listSteps(scope, known);
    const events = await transactions.listEvents(scope, known);
    const deliveries = await listDeliveriesOf(scope, known);
    const tries = await listTries(scope, known);
    const lateMoney = await transactions.listLateMoney(scope, known);
    if (transaction === undefined) return undefined;
    const withTries = deliveries.map((delivery) => ({
      ...delivery,
      tries: tries.filter(
        (one) => one.eventId === delivery.eventId && one.endpointId === delivery.endpointId,
      ),
    }));
    return {
      transaction,
      steps,
      events: events.map((event) => ({
        ...event,
        deliveries: withTries.filter(({ eventId }) => eventId === event.id),
      })),
      lateMoney,
    };
  });
}
