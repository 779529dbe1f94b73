import type pg from 'pg';
import type { SettlementMode } from '@vezne/domain/commission';
import type { Cents } from '@vezne/domain/money';
import type { TransactionType } from '@vezne/domain/transaction-state';
import type { PartnerStatus } from '../../schema/partners.ts';
import type { PartnerLimits } from './partners.ts';
import { answeredWithin, runRead, withConnection } from '../../statement.ts';

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
  /** Countries whose IBANs payouts may go to. */
  payoutCountries: string[];
}

export interface PartnerRow extends PartnerLimits {
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
  keyVersion: number;
  expiresAt: Date | null;
}

/** A key that was good once. */
export interface EndedKeyRow {
  apiKey: string;
  isRevoked: boolean;
}

export interface DepositAccountRow {
  id: string;
  currency: string;
  dailyCapCents: Cents | null;
}

/** A block that holds. One that expires later is here too, with its time. */
export interface BlockRow {
  /** null for an IBAN, which is blocked for all partners. */
  partnerId: string | null;
  /** The player's id with the partner, or the IBAN. */
  subject: string;
  expiresAt: Date | null;
}

export interface ConfigurationRows {
  epoch: bigint;
  termsBegunAtMs: number;
  settings: SettingsRow;
  partners: PartnerRow[];
  terms: TermsRow[];
  credentials: CredentialRow[];
  /** The newest of them. */
  endedKeys: EndedKeyRow[];
  depositAccounts: DepositAccountRow[];
  /** Of all our bank accounts, whatever their status. */
  ownIbans: string[];
  blocks: BlockRow[];
}

/** Everything that processes keep in memory, read at one moment. */
export async function readConfiguration(pool: pg.Pool): Promise<ConfigurationRows> {
  return await withConnection(pool, async (client) => await answeredWithin(TIMEOUT_MS, readAll(client)));
}

async function readAll(client: pg.PoolClient): Promise<ConfigurationRows> {
  await client.query('begin isolation level repeatable read read only');
  const rows = {
    ...(await only<{ epoch: bigint; termsBegunAtMs: number }>(client, EPOCH_SQL)),
    settings: await only<SettingsRow>(client, SETTINGS_SQL),
    partners: (await client.query<PartnerRow>(PARTNERS_SQL)).rows,
    terms: (await client.query<TermsRow>(TERMS_SQL)).rows,
    credentials: (await client.query<CredentialRow>(CREDENTIALS_SQL)).rows,
    endedKeys: (await client.query<EndedKeyRow>(ENDED_KEYS_SQL)).rows,
    depositAccounts: (await client.query<DepositAccountRow>(DEPOSIT_ACCOUNTS_SQL)).rows,
    ownIbans: (await client.query<{ iban: string }>('select iban from bank_account')).rows.map(
      ({ iban }) => iban,
    ),
    blocks: (await client.query<BlockRow>(BLOCKS_SQL)).rows,
  };
  await client.query('commit');
  return rows;
}

async function only<Row extends pg.QueryResultRow>(client: pg.PoolClient, text: string): Promise<Row> {
  const [row] = (await client.query<Row>(text)).rows;
  if (row === undefined) throw new Error(`The database has not been migrated: no row for: ${text}`);
  return row;
}

/** When the last version of terms began, in milliseconds since 1970; 0 before the first. */
const TERMS_BEGUN_AT_SQL = `
  coalesce((select extract(epoch from max(effective_from)) * 1000 from partner_terms where effective_from <= now()), 0)::float8`;

/** What we change and what the portal changes are counted apart, so that neither waits for the other. Together they only grow. */
const EPOCHS_SQL = '(e.epoch + (select p.epoch from portal_configuration_epoch p)) as epoch';

const EPOCH_SQL = `select ${EPOCHS_SQL}, ${TERMS_BEGUN_AT_SQL} as "termsBegunAtMs" from configuration_epoch e`;

const SETTINGS_SQL = `
  select deposit_min_cents as "depositMinCents", deposit_max_cents as "depositMaxCents",
         withdrawal_min_cents as "withdrawalMinCents", withdrawal_max_cents as "withdrawalMaxCents",
         deposits_paused as "depositsPaused", withdrawals_paused as "withdrawalsPaused",
         deposit_expiry_seconds as "depositExpirySeconds", payout_countries as "payoutCountries"
  from platform_settings order by version desc limit 1`;

const PARTNERS_SQL = `
  select id, name, status, deposits_paused as "depositsPaused", withdrawals_paused as "withdrawalsPaused",
         redirect_hosts as "redirectHosts", allowed_networks::text[] as "allowedNetworks",
         requests_per_second as "requestsPerSecond",
         deposit_min_cents as "depositMinCents", deposit_max_cents as "depositMaxCents",
         withdrawal_min_cents as "withdrawalMinCents", withdrawal_max_cents as "withdrawalMaxCents",
         player_day_deposit_count as "playerDayDepositCount", player_day_deposit_cents as "playerDayDepositCents",
         player_day_withdrawal_count as "playerDayWithdrawalCount",
         player_day_withdrawal_cents as "playerDayWithdrawalCents",
         refuse_other_holders as "refuseOtherHolders", deposit_expiry_seconds as "depositExpirySeconds"
  from partner`;

const TERMS_SQL = `
  select distinct on (partner_id, direction)
         partner_id as "partnerId", direction, basis_points as "basisPoints", fixed_cents as "fixedCents",
         settlement_mode as "mode"
  from partner_terms where effective_from <= now()
  order by partner_id, direction, version desc`;

const CREDENTIALS_SQL = `
  select id, partner_id as "partnerId", api_key as "apiKey", api_secret_sealed as "apiSecretSealed",
         hash_secret_sealed as "hashSecretSealed", key_version as "keyVersion", expires_at as "expiresAt"
  from credential where revoked_at is null and (expires_at is null or expires_at > now())`;

const ENDED_KEYS_SQL = `
  select api_key as "apiKey", revoked_at is not null as "isRevoked"
  from credential where revoked_at is not null or expires_at <= now()
  order by coalesce(revoked_at, expires_at) desc limit 1000`;

const DEPOSIT_ACCOUNTS_SQL = `
  select id, currency, daily_cap_cents as "dailyCapCents"
  from bank_account where status = 'enabled' and not deposits_paused`;

const BLOCKS_SQL = `
  select partner_id as "partnerId", coalesce(customer_id, iban) as "subject", expires_at as "expiresAt"
  from blocked_party where ended_at is null and (expires_at is null or expires_at > now())`;

/** Cheap enough to read twice a second: what tells that a copy is old, and how far each account is used today. */
export interface Pulse {
  epoch: bigint;
  /**
   * When the last version of terms began, by PostgreSQL's clock. A version begins without a write, so the epoch does not tell
   * it. Only compared for equality: microseconds are kept as a fraction.
   */
  termsBegunAtMs: number;
  /** The day in Istanbul, by PostgreSQL's clock. */
  day: string;
  /** What each account was assigned to receive today, less what will not come any more. */
  usedToday: Map<string, Cents>;
}

export async function readPulse(pool: pg.Pool): Promise<Pulse> {
  const rows = await runRead<{
    epoch: bigint;
    termsBegunAtMs: number;
    day: string;
    accountId: string | null;
    usedCents: Cents | null;
  }>(
    pool,
    {
      name: 'read-pulse',
      text: `
      select ${EPOCHS_SQL}, ${TERMS_BEGUN_AT_SQL} as "termsBegunAtMs", today.day::text as day, d.bank_account_id as "accountId", 
             greatest(d.assigned_cents - d.returned_cents, 0) as "usedCents"
      from configuration_epoch e
      cross join (select (now() at time zone 'Europe/Istanbul')::date as day) as today
      left join bank_account_day d on d.day = today.day`,
    },
    { timeoutMs: TIMEOUT_MS },
  );
  const [first] = rows;
  if (first === undefined)
    throw new Error('The database has not been migrated: configuration_epoch is empty.');
  const usedToday = new Map<string, Cents>();
  for (const { accountId, usedCents } of rows) {
    if (accountId !== null && usedCents !== null) usedToday.set(accountId, usedCents);
  }
  const { epoch, termsBegunAtMs, day } = first;
  return { epoch, termsBegunAtMs, day, usedToday };
}
