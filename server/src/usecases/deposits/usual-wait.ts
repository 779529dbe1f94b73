import type pg from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import { readUsualWait } from '../../db/read/desk/usual-wait.ts';
import { firstIdAt } from '../../ids.ts';
import { READ_TIMEOUT_MS } from '../list-reads.ts';

/** How long a player usually waits for the decision. */
export interface UsualWait {
  /** In whole minutes, rounded up. undefined: too few were decided lately to say it. Never waits: it answers by the last reading. */
  minutes(): number | undefined;
}

const DAY_MS = 24 * 3_600_000;
/** A weekend is in it, so that Monday morning is not told by Friday alone. */
const LAST_DAYS = 3;
/** Of the newest events: a few milliseconds of reading, and more than enough for a median. */
const NEWEST = 2_000;
/** Fewer say nothing of what is usual. */
const LEAST_DECISIONS = 5;
/** The median of days hardly moves in minutes. */
const READ_EVERY_MS = 5 * 60_000;
/** What was usual before nobody looked for so long is not said. */
const TOO_OLD_MS = 60 * 60_000;

/**
 * Read again when somebody looks and the last reading is old, beside the page and not before it: a page never waits for it, and a
 * process whose pages nobody opens reads nothing.
 */
export function createUsualWait({
  pool,
  clock,
  log,
}: {
  pool: pg.Pool;
  clock: Clock;
  log: Logger;
}): UsualWait {
  let known: { minutes: number | undefined; atMs: number } | undefined;
  let askedAtMs: number | undefined;

  async function read(atMs: number): Promise<void> {
    try {
      const afterId = firstIdAt(new Date(clock.nowMs() - LAST_DAYS * DAY_MS));
      const { decisions, medianSeconds } = await readUsualWait(
        pool,
        { afterId, newest: NEWEST },
        { timeoutMs: READ_TIMEOUT_MS },
      );
      const isEnough = decisions >= LEAST_DECISIONS && medianSeconds !== null;
      known = { minutes: isEnough ? Math.max(Math.ceil(medianSeconds / 60), 1) : undefined, atMs };
    } catch (error) {
      log.warn({ err: error }, 'how long players usually wait could not be read');
    }
  }

  return {
    minutes() {
      const nowMs = clock.monotonicMs();
      if (askedAtMs === undefined || nowMs - askedAtMs >= READ_EVERY_MS) {
        askedAtMs = nowMs;
        void read(nowMs);
      }
      return known !== undefined && nowMs - known.atMs < TOO_OLD_MS ? known.minutes : undefined;
    },
  };
}
