import type pg from 'pg';
import { createGatherer } from '../../db/gather.ts';
import { QueueFullError, createQueue } from '../../db/queue.ts';
import { DatabaseTimeoutError } from '../../db/outcome.ts';
import { createShare } from '../../db/share.ts';
import { within } from '../../db/within.ts';
import { findPage, findViewsById, findViewsByReference } from '../../db/read/transaction-views.ts';
import type {
  OwnedId,
  OwnedReference,
  PageFilter,
  TransactionPage,
  TransactionView,
} from '../../db/read/transaction-views.ts';
import { Refusal } from '../refusal.ts';

/** Reads of partners. Look-ups that arrive together share a statement, as creates do. */
export interface TransactionReads {
  find(key: OwnedId): Promise<TransactionView | undefined>;
  findByReference(key: OwnedReference): Promise<TransactionView[]>;
  /** Everybody who asks for the same page at once gets the same object. */
  page(partnerId: string, filter: PageFilter): Promise<TransactionPage>;
}

/**
 * Two batches of half the usual number of connections, so that the database answers one while the next is read from the
 * sockets: a quarter more reads a second than with one batch of any size.
 */
const MAX_BATCH = 32;
const MAX_IN_FLIGHT = 2;
/** Half of the connections for reads: the look-ups keep theirs, whatever lists are asked for. */
const MAX_PAGES_AT_ONCE = 4;
/** At a few milliseconds a page these are served within the time that a partner waits. */
const MAX_WAITING_PAGES = 200;
/** For a read with its wait: a little longer than the server takes to give up on a statement. */
const TIMEOUT_MS = 3_000;

export function createTransactionReads({ pool }: { pool: pg.Pool }): TransactionReads {
  const options = { timeoutMs: TIMEOUT_MS };
  const byId = createGatherer({
    run: async (keys: OwnedId[]) => await findViewsById(pool, keys, options),
    maxBatch: MAX_BATCH,
    maxInFlight: MAX_IN_FLIGHT,
  });
  const byReference = createGatherer({
    run: async (keys: OwnedReference[]) => await findViewsByReference(pool, keys, options),
    maxBatch: MAX_BATCH,
    maxInFlight: MAX_IN_FLIGHT,
  });
  const sharePage = createShare<TransactionPage>();
  const pageQueue = createQueue({ width: MAX_PAGES_AT_ONCE, maxWaiting: MAX_WAITING_PAGES });
  const readPage = async (partnerId: string, filter: PageFilter): Promise<TransactionPage> => {
    const askedAtMs = performance.now();
    try {
      return await pageQueue.run(async () => {
        // Nobody waits for it any more: the connection is better used for one that somebody waits for.
        if (performance.now() - askedAtMs > TIMEOUT_MS)
          throw new DatabaseTimeoutError('A page waited too long for its turn.');
        return await findPage(pool, partnerId, filter, options);
      });
    } catch (error) {
      throw error instanceof QueueFullError ? new Refusal('overloaded') : error;
    }
  };
  return {
    find: async (key) => await within(TIMEOUT_MS, byId.submit(key)),
    findByReference: async (key) => await within(TIMEOUT_MS, byReference.submit(key)),
    page: async (partnerId, filter) =>
      await within(
        TIMEOUT_MS,
        sharePage(JSON.stringify([partnerId, filter]), async () => await readPage(partnerId, filter)),
      ),
  };
}
