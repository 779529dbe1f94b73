import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { OutcomeUnknownError, failedWrite } from './errors.ts';

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
}: {
  clock: Clock;
  log: Logger;
  boundMs: number;
}): RetryUntilSettled {
  const deadline = (): number => clock.monotonicMs() + boundMs;
  return {
    deadlineMs: deadline,
    async run(work, deadlineMs = deadline()) {
      let pauseMs = FIRST_PAUSE_MS;
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await work(attempt);
        } catch (error) {
          if (failedWrite(error) === 'refused') throw error;
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
