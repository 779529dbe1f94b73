import type pg from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import { NotSentError, OutcomeUnknownError } from '../../db/errors.ts';
import { insertTransactions } from '../../db/write/transactions.ts';
import type { NewTransaction } from '../../db/write/transactions.ts';
import type { RetryUntilSettled } from '../../db/retry-until-settled.ts';

export interface PendingCreation {
  row: NewTransaction;
  /** True once the partner has hung up: it will never hear of this row, so it isn't written any more. */
  isAbandoned: () => boolean;
  /** Until when the partner's connection is kept waiting. */
  deadlineMs: number;
}

export type InsertResult =
  | { outcome: 'created'; bankAccountId: string | null }
  /** The reference is in use, by another request or by an earlier try of this very row. */
  | { outcome: 'taken' }
  /** Not written, since nobody waits for it any more. */
  | { outcome: 'abandoned' };

export type SettledInsert = PromiseSettledResult<InsertResult>;

const ABANDONED: SettledInsert = { status: 'fulfilled', value: { outcome: 'abandoned' } };

/** Writes a batch of creations in one statement, and tells of each what became of it. */
export function createInsertBatch(parts: {
  pool: pg.Pool;
  clock: Clock;
  log: Logger;
  retry: RetryUntilSettled;
  timeoutMs: number;
  accountsWithRoom: () => readonly string[];
}): (creations: PendingCreation[]) => Promise<SettledInsert[]> {
  const { pool, clock, log, retry, timeoutMs, accountsWithRoom } = parts;

  const isWaitedFor = ({ isAbandoned, deadlineMs }: PendingCreation): boolean =>
    !isAbandoned() && clock.monotonicMs() < deadlineMs;

  async function settle(creations: PendingCreation[]): Promise<Map<PendingCreation, SettledInsert>> {
    // Whoever hangs up before the first attempt that may have reached the server is left out: a retry elsewhere may have
    // been told meanwhile that there is no such transaction. After that attempt the rows are fixed.
    let waiting = creations.filter(isWaitedFor);
    let mayBeWritten = false;
    try {
      const created = await retry.run(
        async () => {
          if (!mayBeWritten) waiting = waiting.filter(isWaitedFor);
          if (waiting.length === 0) return new Map<string, string | null>();
          try {
            return await insertTransactions(
              pool,
              waiting.map(({ row }) => row),
              { timeoutMs, accountsWithRoom: accountsWithRoom() },
            );
          } catch (error) {
            mayBeWritten ||= !(error instanceof NotSentError);
            throw error;
          }
        },
        // Each request is let go in its own time; one that came early must not end the tries for one that came late.
        Math.max(...waiting.map(({ deadlineMs }) => deadlineMs)),
      );
      return new Map(waiting.map((creation) => [creation, resultOf(created.get(creation.row.id))]));
    } catch (reason) {
      if (reason instanceof OutcomeUnknownError || waiting.length === 1) {
        return new Map(waiting.map((creation) => [creation, { status: 'rejected', reason }]));
      }
      // One row that the database refuses must not take the rest of its batch with it.
      log.error(
        { err: reason, rows: waiting.length },
        'a batch of creates was refused; trying its rows one by one',
      );
      const results = new Map<PendingCreation, SettledInsert>();
      for (const creation of waiting) {
        for (const [settled, result] of await settle([creation])) results.set(settled, result);
      }
      return results;
    }
  }

  return async (creations) => {
    const results = await settle(creations);
    return creations.map((creation) => results.get(creation) ?? ABANDONED);
  };
}

function resultOf(bankAccountId: string | null | undefined): SettledInsert {
  const value: InsertResult =
    bankAccountId === undefined ? { outcome: 'taken' } : { outcome: 'created', bankAccountId };
  return { status: 'fulfilled', value };
}
