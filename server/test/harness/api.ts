import type { TestContext } from 'node:test';
import type pg from 'pg';
import { pino } from 'pino';
import type { Logger } from 'pino';
import type { ApiConfig } from '../../src/config/api.ts';
import { startApi } from '../../src/processes/api.ts';
import { createTestDatabase } from './database.ts';
import type { TestDatabase } from './database.ts';
import { insertBankAccount, insertPartner } from './factories.ts';
import type { PartnerOptions, TestPartner } from './factories.ts';
import { testKeys } from './keys.ts';

export interface TestApi {
  url: string;
  owner: pg.Pool;
  database: TestDatabase;
  partner: TestPartner;
}

export function apiConfig(database: TestDatabase, changes: Partial<ApiConfig> = {}): ApiConfig {
  return {
    environment: 'development',
    logLevel: 'silent',
    cell: 'test',
    expectedStandbys: 0,
    beatMs: 5_000,
    databaseUrl: database.urlOf('vezne_api'),
    host: '127.0.0.1',
    port: 0,
    publicUrl: 'https://pay.example',
    trustedProxies: [],
    requestsPerSecond: 100_000,
    failedSignInsPerSecond: 100_000,
    maxQueuedCreates: 4_000,
    maxConnections: 4_000,
    createBoundMs: 10_000,
    drainMs: 50,
    ...testKeys,
    ...changes,
  };
}

/** An api in this process, with its own database, a partner and an enabled bank account. */
export async function startTestApi(
  t: TestContext,
  options: {
    config?: Partial<ApiConfig>;
    partner?: PartnerOptions;
    withoutBankAccount?: boolean;
    /** Sets up the database before the api reads it. */
    prepare?: (owner: pg.Pool, partner: TestPartner) => Promise<unknown>;
    log?: Logger;
  } = {},
): Promise<TestApi> {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const partner = await insertPartner(owner, options.partner);
  if (!options.withoutBankAccount) await insertBankAccount(owner);
  await options.prepare?.(owner, partner);
  const { url, stop } = await startApi(
    apiConfig(database, options.config),
    options.log ?? pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
  );
  t.after(stop);
  return { url, owner, database, partner };
}

export async function countTransactions(owner: pg.Pool): Promise<number> {
  const { rows } = await owner.query<{ count: number }>('select count(*)::int4 as count from transaction');
  return rows[0]?.count ?? 0;
}

/** The withdrawals that the partner may not know of, by reference. */
export async function markedReferences(owner: pg.Pool): Promise<string[]> {
  const { rows } = await owner.query<{ external_reference: string }>(
    'select external_reference from unconfirmed_answer join transaction on id = transaction_id',
  );
  return rows.map((row) => row.external_reference).sort();
}

export async function writtenReferences(owner: pg.Pool): Promise<string[]> {
  const { rows } = await owner.query<{ external_reference: string }>(
    'select external_reference from transaction',
  );
  return rows.map((row) => row.external_reference).sort();
}
