import type pg from 'pg';
import { createGatherer } from '../../db/gather.ts';
import { findPage, findViewsById, findViewsByReference } from '../../db/read/transaction-views.ts';
import type {
  OwnedId,
  OwnedReference,
  PageFilter,
  TransactionView,
} from '../../db/read/transaction-views.ts';

/** Reads of partners. Look-ups that arrive together share a statement, as creates do. */
export interface TransactionReads {
  find(key: OwnedId): Promise<TransactionView | undefined>;
  findByReference(key: OwnedReference): Promise<TransactionView[]>;
  page(partnerId: string, filter: PageFilter): Promise<{ views: TransactionView[]; hasMore: boolean }>;
}

const MAX_BATCH = 256;
/** A partner that waits longer for a read has given up. */
const TIMEOUT_MS = 5_000;

export function createTransactionReads({ pool }: { pool: pg.Pool }): TransactionReads {
  const options = { timeoutMs: TIMEOUT_MS };
  const byId = createGatherer({
    run: async (keys: OwnedId[]) => await findViewsById(pool, keys, options),
    maxBatch: MAX_BATCH,
  });
  const byReference = createGatherer({
    run: async (keys: OwnedReference[]) => await findViewsByReference(pool, keys, options),
    maxBatch: MAX_BATCH,
  });
  return {
    find: async (key) => await byId.submit(key),
    findByReference: async (key) => await byReference.submit(key),
    page: async (partnerId, filter) => await findPage(pool, partnerId, filter, options),
  };
}
