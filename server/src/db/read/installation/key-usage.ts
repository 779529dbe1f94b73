/** What was made with which version of a key, and is still needed. */
import pg from 'pg';
import { LIVE_SECRETS } from '../../sealed-tables.ts';
import { runRead } from '../../statement.ts';

export interface KeyUse {
  version: number;
  partner: string;
  count: number;
}

/** They count what is live, which are thousands of rows at most, and open deposits. */
const TIMEOUT_MS = 30_000;

const CREDENTIALS_SQL = `
select c.key_version as version, p.name as partner, count(*)::int4 as count
from credential c join partner p on p.id = c.partner_id where ${LIVE_SECRETS.credential} group by 1, p.id order by 1, 2`;

const WEBHOOK_SECRETS_SQL = `
select s.key_version as version, p.name as partner, count(*)::int4 as count
from webhook_secret s join webhook_endpoint e on e.id = s.endpoint_id join partner p on p.id = e.partner_id
where ${LIVE_SECRETS.webhook_secret} group by 1, p.id order by 1, 2`;

/** Of people, not of partners. */
const TOTP_SECRETS_SQL = `
select key_version as version, 'our own people' as partner, count(*)::int4 as count
from staff_totp group by 1 order by 1`;

/** Over all partners: the portal itself sees no person before one is known. */
const PORTAL_TOTP_SECRETS_SQL = `
select version, 'people of partners' as partner, count from portal_totp_versions()`;

/** The pages on which a player can still do something. */
const OPEN_PAGES_SQL = `
select t.version, p.name as partner, count(*)::int4 as count
from (
  select partner_id, (select page_key_version from transaction where id = transaction_id) as version
  from open_transaction where type = 'deposit'
) as t join partner p on p.id = t.partner_id
group by 1, p.id order by 1, 2`;

export async function readCredentialUse(pool: pg.Pool): Promise<KeyUse[]> {
  return await runRead<KeyUse>(pool, { text: CREDENTIALS_SQL }, { timeoutMs: TIMEOUT_MS });
}

export async function readWebhookSecretUse(pool: pg.Pool): Promise<KeyUse[]> {
  return await runRead<KeyUse>(pool, { text: WEBHOOK_SECRETS_SQL }, { timeoutMs: TIMEOUT_MS });
}

export async function readTotpUse(pool: pg.Pool): Promise<KeyUse[]> {
  return await runRead<KeyUse>(pool, { text: TOTP_SECRETS_SQL }, { timeoutMs: TIMEOUT_MS });
}

export async function readPortalTotpUse(pool: pg.Pool): Promise<KeyUse[]> {
  return await runRead<KeyUse>(pool, { text: PORTAL_TOTP_SECRETS_SQL }, { timeoutMs: TIMEOUT_MS });
}

export async function readOpenPageUse(pool: pg.Pool): Promise<KeyUse[]> {
  return await runRead<KeyUse>(pool, { text: OPEN_PAGES_SQL }, { timeoutMs: TIMEOUT_MS });
}

/** Beyond the open pages: partners read the addresses of all their deposits, and a create that is sent again gets its own. */
export interface PageVersion {
  version: number;
  deposits: number;
}

/** It reads every transaction. */
const WHOLE_HISTORY_TIMEOUT_MS = 600_000;

export async function countDepositsByPageKey(pool: pg.Pool): Promise<PageVersion[]> {
  const text = `
    select page_key_version as version, count(*)::int4 as deposits from transaction
    where page_key_version is not null group by 1 order by 1`;
  return await runRead<PageVersion>(pool, { text }, { timeoutMs: WHOLE_HISTORY_TIMEOUT_MS });
}

const QUERY_CANCELED = '57014';

/** Whether a deposit's address was made with this version; undefined if that could not be found out in the time of the pool. */
export async function hasDepositOfPageKey(readPool: pg.Pool, version: number): Promise<boolean | undefined> {
  try {
    const { rowCount } = await readPool.query('select from transaction where page_key_version = $1 limit 1', [
      version,
    ]);
    return rowCount === 1;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === QUERY_CANCELED) return undefined;
    throw error;
  }
}
