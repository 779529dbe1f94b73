import type pg from 'pg';
import { findBalance } from '../db/read/balances.ts';
import type { PartnerBalance } from '../db/read/balances.ts';
import { findEvents } from '../db/read/events.ts';
import type { EventFilter, EventPage } from '../db/read/events.ts';
import { READ_TIMEOUT_MS, sharedLists } from './list-reads.ts';
import type { ListLimit } from './list-reads.ts';

/** What a partner reads besides its transactions. Both share the limit for pages of lists. */
export interface PartnerReads {
  balance(partnerId: string): Promise<PartnerBalance>;
  /** undefined when the partner has no event with the id to start after. */
  events(partnerId: string, filter: EventFilter): Promise<EventPage | undefined>;
}

export function createPartnerReads({
  pool,
  listLimit,
}: {
  pool: pg.Pool;
  listLimit: ListLimit;
}): PartnerReads {
  const options = { timeoutMs: READ_TIMEOUT_MS };
  const events = sharedLists(
    listLimit,
    async ({ partnerId, filter }: { partnerId: string; filter: EventFilter }) =>
      await findEvents(pool, partnerId, filter, options),
  );
  return {
    balance: sharedLists(listLimit, async (partnerId) => await findBalance(pool, partnerId, options)),
    events: async (partnerId, filter) => await events({ partnerId, filter }),
  };
}
