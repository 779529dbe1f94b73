import type pg from 'pg';
import type { Logger } from 'pino';
import { createGatherer } from '../../concurrency/batcher.ts';
import { confirmAnswers } from '../../db/write/unconfirmed-answers.ts';

/** Clears the mark "the partner may not know" of withdrawals whose answer has left. */
export interface Answers {
  confirm(transactionId: string): void;
  idle(): Promise<void>;
}

export function createAnswers({ pool, log }: { pool: pg.Pool; log: Logger }): Answers {
  const confirmations = createGatherer({
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
