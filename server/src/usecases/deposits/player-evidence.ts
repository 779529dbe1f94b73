import type pg from 'pg';
import type { Clock } from '../../clock.ts';
import { createConcurrencyLimit } from '../../concurrency/concurrency-limit.ts';
import type { RetryUntilSettled } from '../../db/retry-until-settled.ts';
import { addReceipt } from './add-receipt.ts';
import type { ReceiptProblem } from './add-receipt.ts';
import type { DetailProblem, TypedDetails } from './checked-sender-details.ts';
import { giveSenderDetails } from './give-sender-details.ts';

/** What a player adds to help us find the transfer sooner. */
export interface PlayerEvidence {
  giveSenderDetails(given: { id: string; createdAt: Date; typed: TypedDetails }): Promise<DetailProblem[]>;
  addReceipt(added: { transactionId: string; content: Buffer }): Promise<ReceiptProblem | undefined>;
}

/** Creates and presses share these connections. Evidence only helps, so it must never make them wait. */
const MAX_WRITES_AT_ONCE = 2;
const MAX_WAITING_WRITES = 50;

export function createPlayerEvidence(dependencies: {
  pool: pg.Pool;
  clock: Clock;
  retry: RetryUntilSettled;
}): PlayerEvidence {
  const writes = createConcurrencyLimit({ width: MAX_WRITES_AT_ONCE, maxWaiting: MAX_WAITING_WRITES });
  return {
    giveSenderDetails: async (given) =>
      await writes.run(async () => await giveSenderDetails(dependencies, given)),
    addReceipt: async (added) => await writes.run(async () => await addReceipt(dependencies, added)),
  };
}
