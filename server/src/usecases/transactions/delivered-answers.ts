import type pg from 'pg';
import type { Logger } from 'pino';
import { createBatcher } from '../../concurrency/batcher.ts';
import { confirmAnswers } from '../../db/write/unconfirmed-answers.ts';

/** Removes the mark "the partner may not know" from withdrawals whose answer was sent. */
export interface DeliveredAnswers {
  confirm(transactionId: string): void;
  idle(): Promise<void>;
}

export function createDeliveredAnswers({ pool, log }: { pool: pg.Pool; log: Logger }): DeliveredAnswers {
  const confirmations = createBatcher({
    run: async (ids: string[]) => {
      await confirmAnswers(pool, ids);
      return ids;
    },
    maxBatch: 1_000,
  });
  return {
    confirm(transactionId) {
      // If a mark stays, an operator checks the withdrawal once more. It never costs money.
      confirmations
        .submit(transactionId)
        .catch((error: unknown) =>
          log.warn({ err: error, transactionId }, 'failed to record that an answer was delivered'),
        );
    },
    idle: async () => await confirmations.idle(),
  };
}
