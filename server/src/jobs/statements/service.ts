import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import { makeNextStatement } from '../../usecases/partner-statements/make.ts';

/** A person waits for it. An empty index costs next to nothing. */
const LOOK_EVERY_MS = 1_000;

/**
 * Makes the statements that people of partners ask for, one after the other, for as long as it runs. Any number of workers may do so side by
 * side.
 */
export function createStatementService({
  pool,
  clock,
  log,
  noteWork = () => undefined,
  lookEveryMs = LOOK_EVERY_MS,
}: {
  pool: pg.Pool;
  clock: Clock;
  log: Logger;
  noteWork?: () => void;
  lookEveryMs?: number;
}): {
  start(): void;
  /** Takes nothing new, and leaves what is under way to the next worker. */
  stop(): Promise<void>;
} {
  const stopping = new AbortController();
  const context = { pool, clock, log, stopping: stopping.signal };
  let running: Promise<void> | undefined;

  /** Whether there may be more to do at once. */
  async function look(): Promise<boolean> {
    try {
      const isMade = await makeNextStatement(context);
      if (isMade) noteWork();
      return isMade;
    } catch (error) {
      log.warn({ err: error }, 'statements could not be read; trying again in a moment');
      return false;
    }
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (await look()) continue;
      await sleep(lookEveryMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  return {
    start() {
      running ??= loop();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
