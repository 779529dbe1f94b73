import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { processCounts } from '../metrics/process-counts.ts';
import { OutcomeUnknownError, failedWrite, isHeldUp, isLockTimeout } from './errors.ts';

export interface RetryUntilSettled {
  /** The latest time to learn an outcome, for work that begins now. */
  deadlineMs(): number;
  /**
   * Runs an idempotent statement until its outcome is known or the deadline has passed. The work gets the number of the
   * attempt, from 1. From the second on, an earlier attempt may have taken effect.
   */
  run<T>(work: (attempt: number) => Promise<T>, deadlineMs?: number): Promise<T>;
}

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 500;

export function createRetryUntilSettled({
  clock,
  log,
  boundMs,
  isForPeople = false,
}: {
  clock: Clock;
  log: Logger;
  boundMs: number;
  /** A lock that somebody keeps ends the work, if no attempt can have taken effect. Otherwise it is tried until the deadline. */
  isForPeople?: boolean;
}): RetryUntilSettled {
  const deadline = (): number => clock.monotonicMs() + boundMs;
  return {
    deadlineMs: deadline,
    async run(work, deadlineMs = deadline()) {
      let pauseMs = FIRST_PAUSE_MS;
      // Whether an attempt may have written something, as far as is known.
      let isUnknown = false;
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await work(attempt);
        } catch (error) {
          if (failedWrite(error) === 'refused') throw error;
          // Whoever holds the lock may hold it for ever, and the person who waits has to know that nothing was done.
          if (isForPeople && isLockTimeout(error) && !isUnknown) throw error;
          isUnknown ||= !isHeldUp(error);
          processCounts.databaseRetries += 1;
          log.warn({ err: error, attempt }, 'the database did not confirm; trying again');
          if (clock.monotonicMs() + pauseMs >= deadlineMs) {
            throw new OutcomeUnknownError('The outcome was not known in time.', { cause: error });
          }
          await sleep(pauseMs);
          pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
        }
      }
    },
  };
}
