import { TooManyWaitingError, createConcurrencyLimit } from '../concurrency/concurrency-limit.ts';
import { createSingleFlight } from '../concurrency/single-flight.ts';
import { TimeoutError, withTimeout } from '../concurrency/timeout.ts';
import { refused } from './refusal.ts';

/** Out of the ten connections for reads. The rest stay free for look-ups, however many pages are requested. */
const MAX_PAGES_AT_ONCE = 4;
/** At a few milliseconds per page, this many are served before the partner stops waiting. */
const MAX_WAITING_PAGES = 200;
/** For a read with its wait. A little longer than the server's own limit for a statement. */
export const READ_TIMEOUT_MS = 3_000;

/** Pages of every kind take turns here, so together they never hold more than their share of the connections. */
export type ListLimit = <Page>(read: () => Promise<Page>) => Promise<Page>;

export function createListLimit(): ListLimit {
  const queue = createConcurrencyLimit({ width: MAX_PAGES_AT_ONCE, maxWaiting: MAX_WAITING_PAGES });
  return async (read) => {
    const askedAtMs = performance.now();
    try {
      return await queue.run(async () => {
        // The client has stopped waiting. Use the connection for a read that is still needed.
        if (performance.now() - askedAtMs > READ_TIMEOUT_MS)
          throw new TimeoutError('A page waited too long for its turn.');
        return await read();
      });
    } catch (error) {
      throw error instanceof TooManyWaitingError ? refused('overloaded') : error;
    }
  };
}

/** Reads pages of one kind. Requests for the same page at the same time share one result object. */
export function sharedLists<Query, Page>(
  queue: ListLimit,
  read: (query: Query) => Promise<Page>,
): (query: Query) => Promise<Page> {
  const share = createSingleFlight<Page>();
  return async (query) =>
    await withTimeout(
      READ_TIMEOUT_MS,
      share(JSON.stringify(query), async () => await queue(async () => await read(query))),
    );
}
