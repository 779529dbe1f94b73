import { commandLineActor } from '@vezne/domain/actor';
import type { Person } from '@vezne/domain/actor';
import type pg from 'pg';
import { systemClock } from '../../server/src/clock.ts';
import { createDatabase } from '../../server/src/db/kysely.ts';
import type { Decision } from '../../server/src/usecases/decisions/decision.ts';
import type { Decisions } from '../../server/src/usecases/decisions/decisions.ts';
import { confirmSent } from '../../server/src/usecases/deposits/confirm-sent.ts';
import { expireDeposits } from '../../server/src/usecases/deposits/expire.ts';
import { expireRequests } from '../../server/src/usecases/four-eyes/expire.ts';
import { until } from '../../server/test/harness/expectations.ts';
import { createListLimit } from '../../server/src/usecases/list-reads.ts';
import { RefusedError } from '../../server/src/usecases/refusal.ts';
import { cancel } from '../../server/src/usecases/transactions/cancel.ts';
import { createTransactionReads } from '../../server/src/usecases/transactions/reads.ts';
import { createRetryUntilSettled } from '../../server/src/db/retry-until-settled.ts';
import type { RetryUntilSettled } from '../../server/src/db/retry-until-settled.ts';
import type { TestDatabase } from '../../server/test/harness/database.ts';
import { testDecisions } from '../../server/test/harness/desk.ts';
import { signedIn } from '../../server/test/harness/signed-in.ts';
import { silentLog } from '../../server/test/harness/silent-log.ts';
import { pick } from './pick.ts';
import type { OpenPool } from './pools.ts';

/** The first and the third are the same person, who spells her name differently. All of them work at the console. */
export const PEOPLE: readonly Person[] = ['ayse', 'mehmet', 'Ayse ', 'zeynep'].map((name) =>
  signedIn({ id: commandLineActor(name).id, name }),
);

export function personOf({ actor }: { actor: number }): Person {
  return pick(PEOPLE, actor);
}

/** Makes an operator's decisions, on its own connection. */
export interface Engine {
  pool: pg.Pool;
  db: ReturnType<typeof createDatabase>;
  decisions: Decisions;
  retry: RetryUntilSettled;
}

type Owned = { id: string; partnerId: string };

/** Changes decisions before they are made: a rule that somebody forgot. */
export type Plant = (decision: Decision) => Decision;

/** Everyone who moves transactions, each with their production database role. */
export interface People {
  /** One for each operator. */
  engines: readonly [Engine, Engine];
  /** Whether the partner's cancellation succeeded. */
  cancel(transaction: Owned): Promise<boolean>;
  confirmSent(transaction: Owned): Promise<void>;
  expire(): Promise<void>;
  /** Its time passes, and the job comes by. */
  expireRequest(id: string): Promise<void>;
  leave(): Promise<void>;
}

export function gatherPeople(
  database: TestDatabase,
  openPool: OpenPool,
  plant: Plant = (decision) => decision,
): People {
  const retry = createRetryUntilSettled({ clock: systemClock, log: silentLog, boundMs: 10_000 });
  const consoleUrl = database.urlOf('vezne_console');
  const engine = (no: number): Engine => {
    const pool = openPool(consoleUrl, no);
    const real = testDecisions(pool);
    const decisions = {
      submit: async (decision: Decision) => await real.submit(plant(decision)),
      idle: async () => await real.idle(),
    };
    return { pool, db: createDatabase(pool), decisions, retry };
  };
  const engines = [engine(0), engine(1)] as const;
  const owner = database.pool();
  const api = openPool(database.urlOf('vezne_api'), 0);
  const worker = openPool(database.urlOf('vezne_worker'), 1);
  const reads = createTransactionReads({ pool: api, listLimit: createListLimit() });
  return {
    engines,
    async cancel(key) {
      try {
        await cancel({ pool: api, reads, retry }, key);
        return true;
      } catch (error) {
        if (error instanceof RefusedError && error.refusal.code === 'not_cancellable') return false;
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
    async expireRequest(id) {
      await owner.query(
        `update second_person_request set expires_at = now() where id = $1 and status = 'open'`,
        [id],
      );
      // What somebody else holds at this moment is left out, and the worker's job comes again.
      await until(
        async () => {
          await expireRequests(worker);
          return await owner.query(`select from second_person_request where id = $1 and status = 'open'`, [
            id,
          ]);
        },
        ({ rowCount }) => rowCount === 0,
      );
    },
    async leave() {
      const pools = [...engines.map(({ pool }) => pool), api, worker];
      await Promise.all(pools.map(async (pool) => await pool.end()));
    },
  };
}
