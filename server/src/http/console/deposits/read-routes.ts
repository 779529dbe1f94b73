import {
  QUEUE_PAGE,
  getDeposit,
  getDepositFilters,
  getDepositRows,
  getNextDeposit,
  listDeposits,
} from '@vezne/contract/console/deposits';
import type { queueFilters } from '@vezne/contract/console/deposits';
import type { SignedInPerson } from '@vezne/domain/actor';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { findQueueChoices } from '../../../db/read/desk/queue-facts.ts';
import { findNextWaiting } from '../../../db/read/desk/queue.ts';
import type { QueueFilters } from '../../../db/read/desk/queue.ts';
import { readDepositDetail } from '../../../usecases/deposit-queue/detail.ts';
import { listWaitingDeposits, readWaitingDeposits } from '../../../usecases/deposit-queue/rows.ts';
import type { ConsoleDependencies } from '../dependencies.ts';
import { personOf } from '../person.ts';
import { readRowIds } from '../row-ids.ts';
import { consoleRoute } from '../route.ts';
import { readPlace, writePlace } from './place.ts';
import { shownDetail, shownRow } from './shown.ts';

const OPTIONS = { timeoutMs: 5_000 };

/** The queue, and what is known of one deposit. */
export function depositReadRoutes(app: FastifyInstance, dependencies: ConsoleDependencies): void {
  const { pool } = dependencies.signIn;
  consoleRoute(app, dependencies, listDeposits, async ({ session, query }) => {
    const viewer = personOf(session);
    const after = query.after === undefined ? undefined : readPlace(query.after);
    const page = { filters: filtersOf(query, viewer), after, limit: QUEUE_PAGE };
    const { deposits, next } = await listWaitingDeposits(pool, page, viewer);
    return {
      deposits: deposits.map((deposit) => shownRow(deposit, viewer)),
      next: next === undefined ? null : writePlace(next),
    };
  });
  consoleRoute(app, dependencies, getDepositRows, async ({ session, query }) => {
    const viewer = personOf(session);
    const deposits = await readWaitingDeposits(pool, readRowIds(query.ids), viewer);
    return { deposits: deposits.map((deposit) => shownRow(deposit, viewer)) };
  });
  consoleRoute(app, dependencies, getDepositFilters, async () => await findQueueChoices(pool, OPTIONS));
  consoleRoute(app, dependencies, getNextDeposit, async ({ session, query }) => ({
    id: (await findNextWaiting(pool, filtersOf(query, personOf(session)), OPTIONS)) ?? null,
  }));
  consoleRoute(app, dependencies, getDeposit, async ({ session, id }) => {
    const viewer = personOf(session);
    return shownDetail(await readDepositDetail(pool, id, viewer), viewer);
  });
}

function filtersOf(query: z.output<typeof queueFilters>, { id: staffId }: SignedInPerson): QueueFilters {
  const { claimed } = query;
  return {
    partnerId: query.partner,
    bankAccountId: query.account,
    leastCents: query.least,
    mostCents: query.most,
    claimed:
      claimed === undefined || claimed === 'nobody' ? claimed && { by: claimed } : { by: claimed, staffId },
    olderThanSeconds: query.olderThan,
  };
}
