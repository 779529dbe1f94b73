import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import { createBatcher } from '../../concurrency/batcher.ts';
import { failedWrite } from '../../db/errors.ts';
import { confirmAnswers } from '../../db/write/transactions/unconfirmed-answers.ts';

/** Longer than a failover, or the repair of two standbys. */
const TRIED_FOR_MS = 10 * 60_000;
const FIRST_PAUSE_MS = 500;
/** A statement that waits for a lock may leave its session behind: few, however long somebody holds it. */
const LONGEST_PAUSE_MS = 30_000;
const MAX_BATCH = 1_000;

/** Removes the mark "the partner may not know" from withdrawals whose answer was sent. */
export interface DeliveredAnswers {
  confirm(transactionId: string): void;
  /** Records what waits, if the database answers. */
  stop(): Promise<void>;
}

export function createDeliveredAnswers({
  pool,
  clock,
  log,
}: {
  pool: pg.Pool;
  clock: Clock;
  log: Logger;
}): DeliveredAnswers {
  const stopping = new AbortController();
  /** By id, until when it is tried. */
  const left = new Map<string, number>();
  let trying: Promise<void> | undefined;

  /** Answers leave until the moment of an outage, and whoever works through the queue after it should not have to check each of them. */
  async function confirmOrKeep(ids: readonly string[]): Promise<void> {
    try {
      await confirmAnswers(pool, ids);
    } catch (error) {
      if (stopping.signal.aborted || failedWrite(error) === 'refused') throw error;
      log.warn(
        { err: error, count: ids.length },
        'answers that were delivered are not recorded yet; trying again',
      );
      for (const id of ids) left.set(id, clock.monotonicMs() + TRIED_FOR_MS);
      trying ??= tryAgain();
    }
  }

  /** Beside the newer ones, which don't wait for what can't be written. */
  async function tryAgain(): Promise<void> {
    for (let pauseMs = FIRST_PAUSE_MS; left.size > 0;) {
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      const ids = [...left.keys()].slice(0, MAX_BATCH);
      try {
        await confirmAnswers(pool, ids);
        for (const id of ids) left.delete(id);
        pauseMs = FIRST_PAUSE_MS;
      } catch (error) {
        const isLast = stopping.signal.aborted || failedWrite(error) === 'refused';
        giveUp(isLast ? [...left.keys()] : overdue(), error);
        pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
      }
    }
    trying = undefined;
  }

  const overdue = (): string[] =>
    [...left].filter(([, untilMs]) => untilMs <= clock.monotonicMs()).map(([id]) => id);

  function giveUp(ids: readonly string[], error: unknown): void {
    for (const transactionId of ids) {
      left.delete(transactionId);
      notRecorded(error, transactionId);
    }
  }

  /** If a mark stays, an operator checks the withdrawal once more. It never costs money. */
  function notRecorded(error: unknown, transactionId: string): void {
    log.warn({ err: error, transactionId }, 'failed to record that an answer was delivered');
  }

  const confirmations = createBatcher({
    run: async (ids: string[]) => {
      await confirmOrKeep(ids);
      return ids;
    },
    maxBatch: MAX_BATCH,
  });
  return {
    confirm(transactionId) {
      confirmations.submit(transactionId).catch((error: unknown) => notRecorded(error, transactionId));
    },
    async stop() {
      stopping.abort();
      await confirmations.idle();
      await trying;
    },
  };
}
