import type pg from 'pg';
import type { Logger } from 'pino';
import { fitsIntoDay } from '@vezne/domain/limits';
import type { Cents } from '@vezne/domain/money';
import type { TransactionType } from '@vezne/domain/transaction-state';
import type { Clock } from '../../clock.ts';
import { createBatcher } from '../../concurrency/batcher.ts';
import { withTimeout } from '../../concurrency/timeout.ts';
import { findPlayerDays } from '../../db/read/transactions/player-days.ts';
import type { PlayerDayQuestion } from '../../db/read/transactions/player-days.ts';
import type { RetryUntilSettled } from '../../db/retry-until-settled.ts';
import type { ConfigurationView, Partner } from '../configuration/model.ts';
import { refused } from '../refusal.ts';

/** Holds players to the limits that their partner has for a day (Europe/Istanbul). */
export interface PlayerDays {
  /** Refuses when the player's day is full. Where the partner has no such limit, the database is not asked. */
  admit(creation: {
    type: TransactionType;
    partner: Partner;
    view: ConfigurationView;
    customerId: string;
    amountCents: Cents;
    /** While the database is away, the create waits for it until then. */
    byMs: number;
  }): Promise<void>;
}

/** As many as creates can arrive while a statement runs. */
const MAX_BATCH = 256;
/** A statement takes milliseconds. After this long, the connection is probably lost, and another is tried. */
const TIMEOUT_MS = 2_000;

/**
 * The limits are soft: creates of one player in the same moment don't see each other. A lock that kept them apart would put all
 * of a partner's creates in one line.
 */
export function createPlayerDays({
  pool,
  clock,
  log,
  retry,
  maxQueued,
}: {
  pool: pg.Pool;
  clock: Clock;
  log: Logger;
  retry: RetryUntilSettled;
  maxQueued: number;
}): PlayerDays {
  const days = createBatcher({
    run: async (questions: PlayerDayQuestion[]) =>
      await retry.run(async () => await findPlayerDays(pool, questions, { timeoutMs: TIMEOUT_MS })),
    maxBatch: MAX_BATCH,
  });

  return {
    async admit({ type, partner, view, customerId, amountCents, byMs }) {
      const limit = partner.playerDayLimits[type];
      if (limit === null) return;
      if (days.queued >= maxQueued) throw refused('overloaded');
      const question = { partnerId: partner.id, customerId, type, day: view.pulse.day };
      const leftMs = Math.max(0, byMs - clock.monotonicMs());
      const day = await withTimeout(leftMs, days.submit(question)).catch((error: unknown) => {
        log.error({ err: error }, "a player's day could not be read");
        throw refused('unavailable');
      });
      if (!fitsIntoDay(amountCents, day, limit)) throw refused('player_limit_reached');
    },
  };
}
