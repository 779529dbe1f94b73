import { TooManyWaitingError, createConcurrencyLimit } from '../concurrency/concurrency-limit.ts';
import { createSingleFlight } from '../concurrency/single-flight.ts';
import { TimeoutError, withTimeout } from '../concurrency/timeout.ts';
import { refused } from './refusal.ts';

/** Of the ten connections for reads: the look-ups keep theirs, whatever pages are asked for. */
const MAX_PAGES_AT_ONCE = 4;
/** At a few milliseconds a page these are served within the time that a partner waits. */
const MAX_WAITING_PAGES = 200;
/** For a read with its wait: a little longer than the server takes to give up on a statement. */
export const READ_TIMEOUT_MS = 3_000;

/** Pages of every kind take turns here, so that together they never hold more than their share of the connections. */
export type ListLimit = <Page>(read: () => Promise<Page>) => Promise<Page>;

export function createListLimit(): ListLimit {
  const queue = createConcurrencyLimit({ width: MAX_PAGES_AT_ONCE, maxWaiting: MAX_WAITING_PAGES });
  return async (read) => {
    const askedAtMs = performance.now();
    try {
      return await queue.run(async () => {
        // Nobody waits for it any more: the connection is better used for one that somebody waits for.
        if (performance.now() - askedAtMs > READ_TIMEOUT_MS)
          throw new TimeoutError('A page waited too long for its turn.');
        return await read();
      });
    } catch (error) {
      throw error instanceof TooManyWaitingError ? refused('overloaded') : error;
    }
  };
}

/** A read of pages of one kind. Everybody who asks for the same page at once gets the same object. */
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
