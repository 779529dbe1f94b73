import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { SettlementMode } from '@vezne/domain/commission';
import type { Cents } from '@vezne/domain/money';
import type { TransactionStatus, TransactionType } from '@vezne/domain/transaction-state';
import { TimeoutError } from '../../../concurrency/timeout.ts';
import { REFERENCE_LOCK } from '../../reference-lock.ts';
import { runConfirmedReads } from '../../statement.ts';
import type { Read, StatementOptions } from '../../statement.ts';

/** A reference is unique within a partner and a type. */
export interface ReferenceKey {
  partnerId: string;
  type: TransactionType;
  externalReference: string;
}

/** What a retry needs: whom the transaction was for, and everything in the response to its creation. */
export interface StoredCreation extends ReferenceKey {
  id: string;
  status: TransactionStatus;
  currency: string;
  amountCents: Cents;
  basisPoints: number;
  fixedCents: Cents;
  settlementMode: SettlementMode;
  customerId: string;
  referenceCode: string | null;
  redirectUrl: string | null;
  pageKeyVersion: number | null;
  payoutIban: string | null;
}

const STORED_CREATION_COLUMNS = `
  t.id, t.partner_id as "partnerId", t.type, t.external_reference as "externalReference", t.status, t.currency,
  t.amount_cents as "amountCents", t.commission_basis_points as "basisPoints", t.commission_fixed_cents as "fixedCents",
  t.settlement_mode as "settlementMode", t.customer_id as "customerId", t.reference_code as "referenceCode",
  t.redirect_url as "redirectUrl", t.page_key_version as "pageKeyVersion", t.payout_iban as "payoutIban"`;

/**
 * One search in the index of references for each key. A connection makes its plan once. As a plain join, a plan that was made while the
 * table was empty went through all transactions and compared each with every key: 50 keys among 5,550 rows took 0.4 s. The limit keeps
 * PostgreSQL from making it a join. The order, which an equality would make void, keeps it from another index of the partner.
 */
export const FIND_BY_REFERENCES_SQL = `
select key.place, stored.*
from unnest($1::uuid[], $2::text[], $3::text[]) with ordinality as key (partner_id, type, external_reference, place)
cross join lateral (
  select ${STORED_CREATION_COLUMNS}
  from transaction t
  where t.partner_id = key.partner_id and t.type = key.type and t.original_transaction_id is null
    and t.external_reference between key.external_reference and key.external_reference
  order by t.external_reference
  limit 1
) as stored`;

/**
 * The transaction for each reference, in the same order; undefined where there is none. By this answer a partner pays a player or gives
 * the money back, so it is confirmed: it comes neither from a server that was replaced nor from rows that could be gone.
 */
export async function findByReferences(
  pool: pg.Pool,
  keys: readonly ReferenceKey[],
  options: StatementOptions,
): Promise<(StoredCreation | undefined)[]> {
  return await runConfirmedReads(pool, options, async (read) => await findAll(read, keys));
}

/**
 * The same, when every insert of these references that the database had started is committed or rolled back. On one connection: what another
 * server says of unfinished inserts is nothing about the rows of this one.
 */
export async function findSettledByReferences(
  pool: pg.Pool,
  keys: readonly ReferenceKey[],
  options: StatementOptions,
): Promise<(StoredCreation | undefined)[]> {
  return await runConfirmedReads(pool, options, async (read) => {
    await awaitUnfinishedInserts(read, keys, options);
    return await findAll(read, keys);
  });
}

async function findAll(read: Read, keys: readonly ReferenceKey[]): Promise<(StoredCreation | undefined)[]> {
  const rows = await read<StoredCreation & { place: bigint }>({
    name: 'find-by-references',
    text: FIND_BY_REFERENCES_SQL,
    values: valuesOf(keys),
  });
  const found: (StoredCreation | undefined)[] = keys.map(() => undefined);
  for (const { place, ...stored } of rows) found[Number(place) - 1] = stored;
  return found;
}

/**
 * A lock that is free is taken for the moment of this statement. Of one that is not, the sessions at it are asked for: an unfinished
 * insert is a session of this same role, and one of the version before may still wait for the lock. What others hold says nothing
 * about inserts.
 */
const UNFINISHED_INSERTS_SQL = `
with reference as materialized (
  select distinct ${REFERENCE_LOCK} as lock
  from unnest($1::uuid[], $2::text[], $3::text[]) as key (partner_id, type, external_reference)
), held as materialized (
  select lock from reference where not pg_try_advisory_xact_lock(lock)
)
select count(*) as count from held
where exists (
  select from pg_locks join pg_stat_activity using (pid)
  where pg_locks.locktype = 'advisory' and pg_locks.objsubid = 1
    and pg_locks.database = (select oid from pg_database where datname = current_database())
    and (pg_locks.classid::int8 << 32 | pg_locks.objid::int8) = held.lock
    and pg_stat_activity.usename = session_user and pg_locks.pid <> pg_backend_pid()
)`;

const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 100;

async function awaitUnfinishedInserts(
  read: Read,
  keys: readonly ReferenceKey[],
  { timeoutMs }: StatementOptions,
): Promise<void> {
  const endMs = performance.now() + timeoutMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const [row] = await read<{ count: bigint }>({
      name: 'unfinished-inserts',
      text: UNFINISHED_INSERTS_SQL,
      values: valuesOf(keys),
    });
    if (row?.count === 0n) return;
    if (performance.now() + pauseMs > endMs)
      throw new TimeoutError(`An insert was unfinished after ${timeoutMs} ms.`);
    await sleep(pauseMs);
  }
}

function valuesOf(keys: readonly ReferenceKey[]): string[][] {
  return [
    keys.map((key) => key.partnerId),
    keys.map((key) => key.type),
    keys.map((key) => key.externalReference),
  ];
}
