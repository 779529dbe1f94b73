import type pg from 'pg';
import { createGatherer } from '../../db/gather.ts';
import { createShare } from '../../db/share.ts';
import { findPage, findViewsById, findViewsByReference } from '../../db/read/transaction-views.ts';
import type {
  OwnedId,
  OwnedReference,
  PageFilter,
  TransactionPage,
  TransactionView,
} from '../../db/read/transaction-views.ts';

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
/** A partner that waits longer for a read has given up. */
const TIMEOUT_MS = 5_000;

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
  return {
    find: async (key) => await byId.submit(key),
    findByReference: async (key) => await byReference.submit(key),
    page: async (partnerId, filter) =>
      await sharePage(
        JSON.stringify([partnerId, filter]),
        async () => await findPage(pool, partnerId, filter, options),
      ),
  };
}
