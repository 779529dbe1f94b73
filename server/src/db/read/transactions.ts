import type pg from 'pg';
import type { SettlementMode } from '@vezne/domain/commission';
import type { Cents } from '@vezne/domain/money';
import type { TransactionStatus, TransactionType } from '@vezne/domain/transaction-state';
import { REFERENCE_LOCK } from '../reference-lock.ts';
import { runRead } from '../statement.ts';
import type { StatementOptions } from '../statement.ts';

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

const FIND_BY_REFERENCES_SQL = `
select key.place, ${STORED_CREATION_COLUMNS}
from unnest($1::uuid[], $2::text[], $3::text[]) with ordinality as key (partner_id, type, external_reference, place)
join transaction t on t.partner_id = key.partner_id and t.type = key.type
  and t.external_reference = key.external_reference and t.original_transaction_id is null`;

/** The transaction for each reference, in the same order; undefined where there is none. */
export async function findByReferences(
  pool: pg.Pool,
  keys: readonly ReferenceKey[],
  options: StatementOptions,
): Promise<(StoredCreation | undefined)[]> {
  const rows = await runRead<StoredCreation & { place: bigint }>(
    pool,
    { name: 'find-by-references', text: FIND_BY_REFERENCES_SQL, values: valuesOf(keys) },
    options,
  );
  const found: (StoredCreation | undefined)[] = keys.map(() => undefined);
  for (const { place, ...stored } of rows) found[Number(place) - 1] = stored;
  return found;
}

/** Returns when every insert of these references that the database had started is committed or rolled back. */
export async function awaitUnfinishedInserts(
  pool: pg.Pool,
  keys: readonly ReferenceKey[],
  options: StatementOptions,
): Promise<void> {
  const text = `
    select count(pg_advisory_xact_lock(lock)) from (
      select distinct ${REFERENCE_LOCK} as lock
      from unnest($1::uuid[], $2::text[], $3::text[]) as key (partner_id, type, external_reference)
      order by lock
    ) as sorted`;
  await runRead(pool, { name: 'await-unfinished-inserts', text, values: valuesOf(keys) }, options);
}

function valuesOf(keys: readonly ReferenceKey[]): string[][] {
  return [
    keys.map((key) => key.partnerId),
    keys.map((key) => key.type),
    keys.map((key) => key.externalReference),
  ];
}
