import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { NotSentError, UnconfirmedError, isDatabaseAway, isLoginRefused } from '../db/errors.ts';

const PAUSE_MS = 500;

/**
 * Takes a step of a start, again and again while the database is away: a process that is started during a failover serves when that is over,
 * and needs nobody to start it again. What another try does not mend ends the start, as a wrong password or certificate does. The step must be safe to repeat.
 */
export async function whenReachable<T>(log: Logger, step: () => Promise<T>): Promise<T> {
  for (let isTold = false; ; isTold = true) {
    try {
      return await step();
    } catch (error) {
      if (!isOverSoon(error)) throw error;
      if (!isTold) log.info('the database cannot be reached; the start waits for it');
      await sleep(PAUSE_MS);
    }
  }
}

/** No connection came, or none that commits are confirmed on. Why there was none is the cause: TLS that does not fit is no outage. */
function isOverSoon(error: unknown): boolean {
  const told = error instanceof NotSentError && error.cause !== undefined ? error.cause : error;
  return !isLoginRefused(told) && (isDatabaseAway(told) || told instanceof UnconfirmedError);
}
