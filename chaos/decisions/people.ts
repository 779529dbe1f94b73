import type pg from 'pg';
import { systemClock } from '../../server/src/clock.ts';
import type { Decisions } from '../../server/src/usecases/decisions/decisions.ts';
import type { Actor } from '../../server/src/usecases/decisions/request.ts';
import { confirmSent } from '../../server/src/usecases/deposits/confirm-sent.ts';
import { expireDeposits } from '../../server/src/usecases/deposits/expire.ts';
import { createListLimit } from '../../server/src/usecases/list-reads.ts';
import { Refusal } from '../../server/src/usecases/refusal.ts';
import { cancel } from '../../server/src/usecases/transactions/cancel.ts';
import { createTransactionReads } from '../../server/src/usecases/transactions/reads.ts';
import { createRetryUntilSettled } from '../../server/src/db/retry-until-settled.ts';
import type { RetryUntilSettled } from '../../server/src/db/retry-until-settled.ts';
import type { TestDatabase } from '../../server/test/harness/database.ts';
import { testDecisions } from '../../server/test/harness/desk.ts';
import { silentLog } from '../../server/test/harness/silent-log.ts';
import { pick } from './board.ts';
import type { OpenPool } from './pools.ts';

/** Two of them are the same person, written otherwise. */
export const NAMES = ['ayse', 'mehmet', 'Ayse ', 'zeynep'] as const;

export function nameOf({ actor }: { actor: number }): string {
  return pick(NAMES, actor);
}

export function staff(name: string): Actor {
  return { kind: 'staff', name };
}

/** Someone at the console: an engine on a connection of its own. */
export interface Operator {
  pool: pg.Pool;
  decisions: Decisions;
  retry: RetryUntilSettled;
}

type Owned = { id: string; partnerId: string };

/** Everybody who moves transactions, each as the role that does so in production. */
export interface People {
  operators: readonly [Operator, Operator];
  /** Whether the partner's cancellation went through. */
  cancel(transaction: Owned): Promise<boolean>;
  confirmSent(transaction: Owned): Promise<void>;
  expire(): Promise<void>;
  leave(): Promise<void>;
}

export function gatherPeople(database: TestDatabase, openPool: OpenPool): People {
  const retry = createRetryUntilSettled({ clock: systemClock, log: silentLog, boundMs: 10_000 });
  const consoleUrl = database.urlOf('vezne_console');
  const operator = (no: number): Operator => {
    const pool = openPool(consoleUrl, no);
    return { pool, decisions: testDecisions(pool), retry };
  };
  const operators = [operator(0), operator(1)] as const;
  const api = openPool(database.urlOf('vezne_api'), 0);
  const worker = openPool(database.urlOf('vezne_worker'), 1);
  const reads = createTransactionReads({ pool: api, listLimit: createListLimit() });
  return {
    operators,
    async cancel(key) {
      try {
        await cancel({ pool: api, reads, retry }, key);
        return true;
      } catch (error) {
        if (error instanceof Refusal && error.code === 'not_cancellable') return false;
        throw error;
      }
    },
    async confirmSent(key) {
      const view = await reads.find(key);
      if (view) await confirmSent({ pool: api, retry }, view);
    },
    async expire() {
      await expireDeposits({ pool: worker, retry });
    },
    async leave() {
      const pools = [...operators.map(({ pool }) => pool), api, worker];
      await Promise.all(pools.map(async (pool) => await pool.end()));
    },
  };
}
