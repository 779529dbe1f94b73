import * as contract from '@vezne/contract/console/withdrawals';
import type { FastifyInstance } from 'fastify';
import { readPayoutDetail } from '../../../usecases/payout-queue/detail.ts';
import { listPayingAccounts } from '../../../usecases/payout-queue/paying-accounts.ts';
import { listWaitingPayouts, readWaitingPayouts } from '../../../usecases/payout-queue/rows.ts';
import type { ConsoleDependencies } from '../dependencies.ts';
import { personOf } from '../person.ts';
import { readWaitingPlace, writeWaitingPlace } from '../queue-place.ts';
import { readRowIds } from '../row-ids.ts';
import { consoleRoute } from '../route.ts';
import { wire } from '../shown.ts';
import { shownCover, shownDetail, shownRow } from './shown.ts';

/** The payouts that wait, and what is known of one. */
export function payoutReadRoutes(app: FastifyInstance, dependencies: ConsoleDependencies): void {
  const { pool } = dependencies.signIn;
  consoleRoute(app, dependencies, contract.listPayouts, async ({ session, query }) => {
    const viewer = personOf(session);
    const { group, partner: partnerId, account: bankAccountId, least: leastCents, most: mostCents } = query;
    const list = await listWaitingPayouts(
      pool,
      {
        filters: { group, partnerId, bankAccountId, leastCents, mostCents },
        after: query.after === undefined ? undefined : readWaitingPlace(query.after),
        limit: contract.PAYOUT_PAGE,
      },
      viewer,
    );
    return {
      payouts: list.payouts.map((payout) => shownRow(payout, viewer)),
      totals:
        list.totals === undefined ? null : { count: list.totals.count, sumCents: wire(list.totals.sumCents) },
      next: list.next === undefined ? null : writeWaitingPlace(list.next),
    };
  });
  consoleRoute(app, dependencies, contract.getPayoutRows, async ({ session, query }) => {
    const viewer = personOf(session);
    const payouts = await readWaitingPayouts(pool, readRowIds(query.ids), viewer);
    return { payouts: payouts.map((payout) => shownRow(payout, viewer)) };
  });
  consoleRoute(app, dependencies, contract.listPayingAccounts, async ({ id }) => ({
    accounts: (await listPayingAccounts(pool, id)).map(shownCover),
  }));
  consoleRoute(app, dependencies, contract.getPayout, async ({ session, id }) => {
    const viewer = personOf(session);
    return shownDetail(await readPayoutDetail(pool, id, viewer), viewer);
  });
}
