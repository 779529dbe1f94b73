import type { TestContext } from 'node:test';
import type pg from 'pg';
import { lookAtFrozenAccounts } from '../../../src/jobs/frozen-accounts/look.ts';
import { insertPartner } from '../../harness/factories.ts';
import { silentLog } from '../../harness/silent-log.ts';
import { createAdministration } from '../../usecases/administration.ts';
import type { Administration } from '../../usecases/administration.ts';
import { insertOpenDeposits } from '../../usecases/bank-accounts/open-deposits.ts';

export interface Setting extends Administration {
  /** Deposits that a process which does not know of a freeze creates on an account. */
  create: (bankAccountId: string, count: number) => Promise<void>;
  /** One look of a worker, with its role in the database. */
  look: () => Promise<void>;
  freezeOf: (bankAccountId: string) => Promise<FreezeRow | undefined>;
}

export interface FreezeRow {
  hasLooked: boolean;
  isSettled: boolean;
  moved: number;
}

export async function setUp(t: TestContext): Promise<Setting> {
  const administration = await createAdministration(t);
  const { database, owner } = administration;
  const { id: partnerId } = await insertPartner(owner);
  const pool = database.pool('vezne_worker');
  return {
    ...administration,
    create: async (bankAccountId, count) =>
      await insertOpenDeposits(owner, { partnerId, bankAccountId, count }),
    look: async () => await lookAtFrozenAccounts({ pool, log: silentLog }),
    async freezeOf(bankAccountId) {
      const { rows } = await owner.query<FreezeRow>(
        `select looked_at is not null as "hasLooked", settled_at is not null as "isSettled",
           (select coalesce(sum(deposits), 0)::int4 from bank_account_freeze_target where frozen_account_id = $1) as moved
         from bank_account_freeze where bank_account_id = $1`,
        [bankAccountId],
      );
      return rows[0];
    },
  };
}

/** As if the last look, and what it found, had been three seconds earlier: by then every process knows. */
export async function letAllKnow(owner: pg.Pool): Promise<void> {
  await owner.query(
    `update bank_account_freeze set frozen_at = frozen_at - interval '3 s', quiet_since = quiet_since - interval '3 s'`,
  );
}
