import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { failedWrite, OutcomeUnknownError } from '../db/outcome.ts';

/** Runs an idempotent statement again and again until its outcome is known, within a bound. */
export type UntilKnown = <T>(run: () => Promise<T>) => Promise<T>;

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 500;

export function createUntilKnown(parts: { clock: Clock; log: Logger; boundMs: number }): UntilKnown {
  const { clock, log, boundMs } = parts;
  return async (run) => {
    const deadlineMs = clock.monotonicMs() + boundMs;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      try {
        return await run();
      } catch (error) {
        if (failedWrite(error) === 'refused') throw error;
        log.warn({ err: error }, 'the database did not confirm; trying again');
        if (clock.monotonicMs() + pauseMs >= deadlineMs) {
          throw new OutcomeUnknownError('The outcome is not known in time.', { cause: error });
        }
        await sleep(pauseMs);
      }
    }
  };
}
