import type pg from 'pg';
import { createBatcher } from '../concurrency/batcher.ts';
import { withTimeout } from '../concurrency/timeout.ts';
import { UnconfirmedError } from '../db/errors.ts';
import { findBalance } from '../db/read/ledger/balances.ts';
import type { PartnerBalance } from '../db/read/ledger/balances.ts';
import { findEvents, findStandingEvents } from '../db/read/transactions/events.ts';
import type { EventFilter, EventPage } from '../db/read/transactions/events.ts';
import { READ_TIMEOUT_MS, sharedLists } from './list-reads.ts';
import type { ListLimit } from './list-reads.ts';

/** What a partner reads besides its transactions. Both share the limit for pages of lists. */
export interface PartnerReads {
  balance(partnerId: string): Promise<PartnerBalance>;
  /** undefined when the partner has no event with the id to start after. Partners act on events for good, so they are confirmed. */
  events(partnerId: string, filter: EventFilter): Promise<EventPage | undefined>;
}

/** Pages of feeds that were read together share a commit. It takes one event of each. */
const MAX_BATCH = 256;

export function createPartnerReads({
  pool,
  readPool,
  listLimit,
}: {
  /** Where events wait for a commit. Lists are read beside them, and go on while nothing is confirmed. */
  pool: pg.Pool;
  readPool: pg.Pool;
  listLimit: ListLimit;
}): PartnerReads {
  const options = { timeoutMs: READ_TIMEOUT_MS };
  const events = sharedLists(
    listLimit,
    async ({ partnerId, filter }: { partnerId: string; filter: EventFilter }) =>
      await findEvents(readPool, partnerId, filter, options),
  );
  const standing = createBatcher({
    async run(ids: string[]) {
      const stand = await findStandingEvents(pool, ids, options);
      return ids.map((id) => stand.has(id));
    },
    maxBatch: MAX_BATCH,
  });

  /** A page without events tells of nothing, and waits for nothing. */
  async function confirmedEvents(partnerId: string, filter: EventFilter): Promise<EventPage | undefined> {
    const page = await events({ partnerId, filter });
    const last = page?.events.at(-1);
    if (last !== undefined && !(await standing.submit(last.id)))
      throw new UnconfirmedError('The events of a page are gone.');
    return page;
  }

  return {
    balance: sharedLists(listLimit, async (partnerId) => await findBalance(readPool, partnerId, options)),
    events: async (partnerId, filter) =>
      await withTimeout(READ_TIMEOUT_MS, confirmedEvents(partnerId, filter)),
  };
}
