import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createPool } from '../../db/pool.ts';
import { lookAtFrozenAccounts } from './look.ts';

/** A player may press "send" in the app of a bank at any second. */
const LOOK_EVERY_MS = 1_000;
/** Half a minute without a look: longer than a failover takes, so a person has to know. */
const FAILURES_TO_ALARM = 30;

/**
 * Moves deposits away from frozen accounts, for as long as it runs: those that processes create which do not know of a freeze yet,
 * and those that were left until another account was opened. Any number of workers may do so side by side.
 */
export function createFrozenAccountService({
  databaseUrl,
  expectedStandbys = 0,
  log,
}: {
  databaseUrl: string;
  expectedStandbys?: number;
  log: Logger;
}): {
  start(): void;
  /** Begins no new look, and waits for the one under way. */
  stop(): Promise<void>;
} {
  // A connection of its own: no long job may hold a look up.
  const pool = createPool({
    url: databaseUrl,
    expectedStandbys,
    maxConnections: 1,
    applicationName: 'vezne-worker-freezes',
    log,
    isPlannedOnce: true,
  });
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let failures = 0;

  async function look(): Promise<void> {
    try {
      await lookAtFrozenAccounts({ pool, log });
      failures = 0;
    } catch (error) {
      failures += 1;
      const line = 'frozen accounts could not be looked at; trying again in a second';
      if (failures % FAILURES_TO_ALARM !== 0) log.warn({ err: error }, line);
      else log.error({ alarm: 'frozen_accounts_unwatched', err: error }, line);
    }
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      await look();
      await sleep(LOOK_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  return {
    start() {
      running = loop();
    },
    async stop() {
      stopping.abort();
      await running;
      await pool.end();
    },
  };
}
