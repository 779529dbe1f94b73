import type { TestContext } from 'node:test';
import type pg from 'pg';
import { pino } from 'pino';
import { systemClock } from '../../../src/clock.ts';
import { createPool } from '../../../src/db/pool.ts';
import type { NewTransaction } from '../../../src/db/write/transactions.ts';
import type { CreationIdentity } from '../../../src/usecases/transactions/create.ts';
import { createCreations } from '../../../src/usecases/transactions/creations.ts';
import type { Creations } from '../../../src/usecases/transactions/creations.ts';
import { createInsertBatch } from '../../../src/usecases/transactions/creations.ts';
import type { InsertResult } from '../../../src/usecases/transactions/creations.ts';
import { createRetryUntilSettled } from '../../../src/db/retry-until-settled.ts';
import { newWithdrawal, openDesk } from '../../db/new-transactions.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { startDatabaseProxy } from '../../harness/database-proxy.ts';
import type { DatabaseProxy } from '../../harness/database-proxy.ts';

export interface OpenCreations {
  owner: pg.Pool;
  creations: Creations;
  /** One batch at a time, without the queue in front of it. */
  insertBatch: ReturnType<typeof createInsertBatch>;
  /** Between the creations and their database. */
  proxy: DatabaseProxy;
  newRow: (changes?: Partial<NewTransaction>) => NewTransaction;
  /** Inserts for a partner that stays connected, unless told otherwise. */
  insert: (row: NewTransaction, isAbandoned?: () => boolean) => Promise<InsertResult>;
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
  const dependencies = {
    pool,
    clock: systemClock,
    log,
    retry: createRetryUntilSettled({ clock: systemClock, log, boundMs }),
    accountsWithRoom: () => [],
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
    insert: async (row, isAbandoned = () => false) => await creations.insert({ row, isAbandoned }),
  };
}

/** What identifies a retry of this row. */
export function identityOf(row: NewTransaction): CreationIdentity {
  const { partnerId, type, externalReference, amountCents, currency, customerId, payoutIban } = row;
  return { partnerId, type, externalReference, amountCents, currency, customerId, payoutIban };
}
