import type pg from 'pg';
import { createBatcher } from '../../concurrency/batcher.ts';
import { findHostedDeposits } from '../../db/read/hosted-deposits.ts';
import type { HostedDeposit } from '../../db/read/hosted-deposits.ts';
import { withTimeout } from '../../concurrency/timeout.ts';
import { READ_TIMEOUT_MS } from '../list-reads.ts';

/** What open pages show. */
export interface HostedDeposits {
  find(id: string): Promise<HostedDeposit | undefined>;
}

/**
 * Every open page asks once a second for news. Pages that ask at the same time share a statement, so all of them together
 * hold only two connections.
 */
const MAX_BATCH = 64;
const MAX_IN_FLIGHT = 2;

export function createHostedDeposits({ pool }: { pool: pg.Pool }): HostedDeposits {
  const byId = createBatcher({
    run: async (ids: string[]) => await findHostedDeposits(pool, ids, { timeoutMs: READ_TIMEOUT_MS }),
    maxBatch: MAX_BATCH,
    maxInFlight: MAX_IN_FLIGHT,
  });
  return { find: async (id) => await withTimeout(READ_TIMEOUT_MS, byId.submit(id)) };
}
