import type pg from 'pg';
import type { SettlementMode } from '@vezne/domain/commission';
import type { Cents } from '@vezne/domain/money';
import type { TransactionType } from '@vezne/domain/transaction-state';
import type { PartnerStatus } from '../schema.ts';
import { runRead, withConnection } from '../statement.ts';
import { withTimeout } from '../../concurrency/timeout.ts';

/**
 * Both reads take milliseconds, and the copy of the configuration may be 2 s old. A connection can die silently, for
 * example when a database host is lost. Without a timeout the process would wait for it long after the failover.
 */
const TIMEOUT_MS = 2_000;

export interface SettingsRow {
  depositMinCents: Cents;
  depositMaxCents: Cents;
  withdrawalMinCents: Cents;
  withdrawalMaxCents: Cents;
  depositsPaused: boolean;
  withdrawalsPaused: boolean;
  depositExpirySeconds: number;
}

export interface PartnerRow {
  id: string;
  name: string;
  status: PartnerStatus;
  depositsPaused: boolean;
  withdrawalsPaused: boolean;
  redirectHosts: string[];
  allowedNetworks: string[];
  requestsPerSecond: number | null;
}

export interface TermsRow {
  partnerId: string;
  direction: TransactionType;
  basisPoints: number;
  fixedCents: Cents;
  mode: SettlementMode;
}

export interface CredentialRow {
  id: string;
  partnerId: string;
  apiKey: string;
  apiSecretSealed: string;
  hashSecretSealed: string;
  expiresAt: Date | null;
}

export interface DepositAccountRow {
  id: string;
  currency: string;
  dailyCapCents: Cents | null;
}

export interface ConfigurationRows {
  epoch: bigint;
  settings: SettingsRow;
  partners: PartnerRow[];
  terms: TermsRow[];
  credentials: CredentialRow[];
  depositAccounts: DepositAccountRow[];
}

/** Everything that processes keep in memory, read at one moment. */
export async function readConfiguration(pool: pg.Pool): Promise<ConfigurationRows> {
  return await withConnection(pool, async (client) => await withTimeout(TIMEOUT_MS, readAll(client)));
}

async function readAll(client: pg.PoolClient): Promise<ConfigurationRows> {
  await client.query('begin isolation level repeatable read read only');
  const rows = {
    epoch: (await only<{ epoch: bigint }>(client, 'select epoch from configuration_epoch')).epoch,
    settings: await only<SettingsRow>(client, SETTINGS_SQL),
    partners: (await client.query<PartnerRow>(PARTNERS_SQL)).rows,
    terms: (await client.query<TermsRow>(TERMS_SQL)).rows,
    credentials: (await client.query<CredentialRow>(CREDENTIALS_SQL)).rows,
    depositAccounts: (await client.query<DepositAccountRow>(DEPOSIT_ACCOUNTS_SQL)).rows,
  };
  await client.query('commit');
  return rows;
}

async function only<Row extends pg.QueryResultRow>(client: pg.PoolClient, text: string): Promise<Row> {
  const [row] = (await client.query<Row>(text)).rows;
  if (row === undefined) throw new Error(`The database has not been migrated: no row for: ${text}`);
  return row;
}

const SETTINGS_SQL = `
  select deposit_min_cents as "depositMinCents", deposit_max_cents as "depositMaxCents",
         withdrawal_min_cents as "withdrawalMinCents", withdrawal_max_cents as "withdrawalMaxCents",
         deposits_paused as "depositsPaused", withdrawals_paused as "withdrawalsPaused",
         deposit_expiry_seconds as "depositExpirySeconds"
  from platform_settings order by version desc limit 1`;

const PARTNERS_SQL = `
  select id, name, status, deposits_paused as "depositsPaused", withdrawals_paused as "withdrawalsPaused",
         redirect_hosts as "redirectHosts", allowed_networks::text[] as "allowedNetworks",
         requests_per_second as "requestsPerSecond"
  from partner`;

const TERMS_SQL = `
  select distinct on (partner_id, direction)
         partner_id as "partnerId", direction, basis_points as "basisPoints", fixed_cents as "fixedCents",
         settlement_mode as "mode"
  from partner_terms order by partner_id, direction, version desc`;

const CREDENTIALS_SQL = `
  select id, partner_id as "partnerId", api_key as "apiKey", api_secret_sealed as "apiSecretSealed",
         hash_secret_sealed as "hashSecretSealed", expires_at as "expiresAt"
  from credential where revoked_at is null and (expires_at is null or expires_at > now())`;

const DEPOSIT_ACCOUNTS_SQL = `
  select id, currency, daily_cap_cents as "dailyCapCents"
  from bank_account where status = 'enabled' and not deposits_paused`;

/** Cheap enough to read twice a second: the epoch, and the amount assigned to each account today. */
export interface Pulse {
  epoch: bigint;
  /** The day in Istanbul, by PostgreSQL's clock. */
  day: string;
  assignedToday: Map<string, Cents>;
}

export async function readPulse(pool: pg.Pool): Promise<Pulse> {
  const rows = await runRead<{
    epoch: bigint;
    day: string;
    accountId: string | null;
    assignedCents: Cents | null;
  }>(
    pool,
    {
      name: 'read-pulse',
      text: `
      select e.epoch, today.day::text as day, d.bank_account_id as "accountId", d.assigned_cents as "assignedCents"
      from configuration_epoch e
      cross join (select (now() at time zone 'Europe/Istanbul')::date as day) as today
      left join bank_account_day d on d.day = today.day`,
    },
    { timeoutMs: TIMEOUT_MS },
  );
  const [first] = rows;
  if (first === undefined)
    throw new Error('The database has not been migrated: configuration_epoch is empty.');
  const assignedToday = new Map<string, Cents>();
  for (const { accountId, assignedCents } of rows) {
    if (accountId !== null && assignedCents !== null) assignedToday.set(accountId, assignedCents);
  }
  return { epoch: first.epoch, day: first.day, assignedToday };
}
