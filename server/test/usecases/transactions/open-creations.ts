import type { TestContext } from 'node:test';
import type pg from 'pg';
import { pino } from 'pino';
import { systemClock } from '../../../src/clock.ts';
import { createPool } from '../../../src/db/pool.ts';
import type { NewTransaction } from '../../../src/db/write/transactions/transactions.ts';
import type { CreationIdentity } from '../../../src/usecases/transactions/create.ts';
import { createCreations } from '../../../src/usecases/transactions/creations.ts';
import type { Creations } from '../../../src/usecases/transactions/creations.ts';
import { createInsertBatch } from '../../../src/usecases/transactions/creations.ts';
import type { InsertResult } from '../../../src/usecases/transactions/creations.ts';
import { createRetryUntilSettled } from '../../../src/db/retry-until-settled.ts';
import {
  createReferenceCodes,
  createReferenceRound,
} from '../../../src/usecases/deposits/reference-codes.ts';
import { newDeposit, newWithdrawal, openDesk } from '../../db/rows/new-transactions.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { startDatabaseProxy } from '../../harness/database-proxy.ts';
import type { DatabaseProxy } from '../../harness/database-proxy.ts';
import { testKeys } from '../../harness/keys.ts';

export interface OpenCreations {
  owner: pg.Pool;
  creations: Creations;
  /** One batch at a time, without the queue in front of it. */
  insertBatch: ReturnType<typeof createInsertBatch>;
  /** Between the creations and their database. */
  proxy: DatabaseProxy;
  newRow: (changes?: Partial<NewTransaction>) => NewTransaction;
  newDeposit: (changes?: Partial<NewTransaction>) => NewTransaction;
  /** Inserts for a partner that stays connected, unless told otherwise. */
  insert: (row: NewTransaction, isAbandoned?: () => boolean) => Promise<InsertResult>;
  /** Of a request that comes now. */
  deadlineMs: () => number;
}

/** The creations of one process, on their own database. */
export async function openCreations(
  t: TestContext,
  { boundMs = 10_000, maxLookUps = 4_000 }: { boundMs?: number; maxLookUps?: number } = {},
): Promise<OpenCreations> {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const desk = await openDesk(owner);
  const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' });
  const proxy = await startDatabaseProxy(t, database.urlOf('vezne_api'));
  const pool = createPool({ url: proxy.url, maxConnections: 8, applicationName: 'test', log });
  const retry = createRetryUntilSettled({ clock: systemClock, log, boundMs });
  const codes = createReferenceCodes({
    pool,
    clock: systemClock,
    log,
    retry,
    round: createReferenceRound(testKeys.referenceCodeKey),
    maxWaiting: 4_000,
  });
  const dependencies = {
    pool,
    clock: systemClock,
    log,
    retry,
    accountsWithRoom: () => [],
    renewCodes: codes.renew,
  };
  const creations = createCreations({ ...dependencies, maxQueued: 4_000, maxLookUps, boundMs });
  t.after(async () => {
    await creations.idle();
    await pool.end();
  });
  return {
    owner,
    creations,
    insertBatch: createInsertBatch({ ...dependencies, timeoutMs: boundMs }),
    proxy,
    newRow: (changes) => newWithdrawal(desk, changes),
    newDeposit: (changes) => newDeposit(desk, changes),
    insert: async (row, isAbandoned = () => false) =>
      await creations.insert({ row, isAbandoned, deadlineMs: retry.deadlineMs() }),
    deadlineMs: () => retry.deadlineMs(),
  };
}

/** What identifies a retry of this row. */
export function identityOf(row: NewTransaction): CreationIdentity {
  const { partnerId, type, externalReference, amountCents, currency, customerId, payoutIban } = row;
  return { partnerId, type, externalReference, amountCents, currency, customerId, payoutIban };
}

/** Counts statements that insert transactions, those that fail as well: a sequence takes nothing back. */
export async function countInserts(owner: pg.Pool): Promise<() => Promise<number>> {
  await owner.query(`
    create sequence insert_count;
    create function count_insert() returns trigger language plpgsql security definer as
      $$ begin perform nextval('public.insert_count'); return null; end $$;
    create trigger counted before insert on transaction for each statement execute function count_insert()`);
  return async () => {
    const { rows } = await owner.query<{ count: number }>(
      'select case when is_called then last_value else 0 end::int4 as count from insert_count',
    );
    return rows[0]?.count ?? 0;
  };
}
