import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createPool } from '../../db/pool.ts';
import { lookAtFrozenAccounts } from './look.ts';

/** A player may press "send" in the app of a bank at any second. */
const LOOK_EVERY_MS = 1_000;
/** Longer than a failover takes, so a person has to know. */
const ALARM_AFTER_MS = 30_000;
/** While it lasts. The alert looks at five minutes, so it does not clear in between. */
const ALARM_EVERY_MS = 60_000;

/**
 * Moves deposits away from frozen accounts, for as long as it runs: those that processes create which do not know of a freeze yet,
 * and those that were left until another account was opened. Any number of workers may do so side by side.
 */
export function createFrozenAccountService({
  databaseUrl,
  expectedStandbys = 0,
  log,
  alarmAfterMs = ALARM_AFTER_MS,
  alarmEveryMs = ALARM_EVERY_MS,
}: {
  databaseUrl: string;
  expectedStandbys?: number;
  log: Logger;
  alarmAfterMs?: number;
  alarmEveryMs?: number;
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
  let lookedAtMs = performance.now();
  let alarmedAtMs = -Infinity;

  async function look(): Promise<void> {
    try {
      await lookAtFrozenAccounts({ pool, log, noteFailure });
      lookedAtMs = performance.now();
      alarmedAtMs = -Infinity;
    } catch (error) {
      log.warn({ err: error }, 'frozen accounts could not be looked at; trying again in a second');
      noteFailure(error);
    }
  }

  /** By the time and not by the number of failures: one may take a millisecond, or as long as a statement may hang. */
  function noteFailure(error: unknown): void {
    const nowMs = performance.now();
    if (nowMs - lookedAtMs < alarmAfterMs || nowMs - alarmedAtMs < alarmEveryMs) return;
    alarmedAtMs = nowMs;
    log.error(
      { alarm: 'frozen_accounts_unwatched', unwatchedMs: Math.round(nowMs - lookedAtMs), err: error },
      'frozen accounts are not looked at; a person must look',
    );
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      await look();
      await sleep(LOOK_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  return {
    start() {
      lookedAtMs = performance.now();
      running = loop();
    },
    async stop() {
      stopping.abort();
      await running;
      await pool.end();
    },
  };
}
