import type pg from 'pg';
import type { Logger } from 'pino';
import { createBatcher } from '../../concurrency/batcher.ts';
import { confirmAnswers } from '../../db/write/unconfirmed-answers.ts';

/** Clears the mark "the partner may not know" of withdrawals whose answer has left. */
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
      // A mark that stays makes an operator look once more; it never costs money.
      confirmations
        .submit(transactionId)
        .catch((error: unknown) =>
          log.warn({ err: error, transactionId }, 'a delivered answer could not be noted'),
        );
    },
    idle: async () => await confirmations.idle(),
  };
}
