import type pg from 'pg';
import type { Clock } from '../../clock.ts';
import { createConcurrencyLimit } from '../../concurrency/concurrency-limit.ts';
import type { RetryUntilSettled } from '../../db/retry-until-settled.ts';
import { addReceipt } from './add-receipt.ts';
import type { ReceiptProblem } from './add-receipt.ts';
import type { DetailProblem, TypedDetails } from './checked-sender-details.ts';
import { giveSenderDetails } from './give-sender-details.ts';

/** What a player adds so that the transfer is found sooner. */
export interface PlayerEvidence {
  giveSenderDetails(given: { id: string; createdAt: Date; typed: TypedDetails }): Promise<DetailProblem[]>;
  addReceipt(added: { transactionId: string; content: Buffer }): Promise<ReceiptProblem | undefined>;
}

/** Of the connections that creates and presses share: what only helps never keeps them waiting. */
const MAX_WRITES_AT_ONCE = 2;
const MAX_WAITING_WRITES = 50;

export function createPlayerEvidence(parts: {
  pool: pg.Pool;
  clock: Clock;
  retry: RetryUntilSettled;
}): PlayerEvidence {
  const writes = createConcurrencyLimit({ width: MAX_WRITES_AT_ONCE, maxWaiting: MAX_WAITING_WRITES });
  return {
    giveSenderDetails: async (given) => await writes.run(async () => await giveSenderDetails(parts, given)),
    addReceipt: async (added) => await writes.run(async () => await addReceipt(parts, added)),
  };
}
