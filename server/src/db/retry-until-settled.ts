import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { failedWrite, OutcomeUnknownError } from './errors.ts';

export interface RetryUntilSettled {
  /** A moment after which an unknown outcome stays unknown, for work that begins now. */
  deadlineMs(): number;
  /** Runs an idempotent statement again and again until its outcome is known, or the deadline has come. */
  run<T>(work: () => Promise<T>, deadlineMs?: number): Promise<T>;
}

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 500;

export function createRetryUntilSettled(parts: {
  clock: Clock;
  log: Logger;
  boundMs: number;
}): RetryUntilSettled {
  const { clock, log, boundMs } = parts;
  const deadline = (): number => clock.monotonicMs() + boundMs;
  return {
    deadlineMs: deadline,
    async run(work, deadlineMs = deadline()) {
      for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
        try {
          return await work();
        } catch (error) {
          if (failedWrite(error) === 'refused') throw error;
          log.warn({ err: error }, 'the database did not confirm; trying again');
          if (clock.monotonicMs() + pauseMs >= deadlineMs) {
            throw new OutcomeUnknownError('The outcome is not known in time.', { cause: error });
          }
          await sleep(pauseMs);
        }
      }
    },
  };
}
