import type pg from 'pg';
import { createGatherer } from '../../db/gather.ts';
import { QueueFullError, createQueue } from '../../db/queue.ts';
import { createShare } from '../../db/share.ts';
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
/** Longer than the server itself takes to give up on a read, so that this is met only when it is gone. */
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
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> =>
    await pageQueue.run(work).catch((error: unknown) => {
      throw error instanceof QueueFullError ? new Refusal('overloaded') : error;
    });
  return {
    find: async (key) => await byId.submit(key),
    findByReference: async (key) => await byReference.submit(key),
    page: async (partnerId, filter) =>
      await sharePage(
        JSON.stringify([partnerId, filter]),
        async () => await inTurn(async () => await findPage(pool, partnerId, filter, options)),
      ),
  };
}
