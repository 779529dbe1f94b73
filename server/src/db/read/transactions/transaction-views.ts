import type pg from 'pg';
import type { Cents } from '@vezne/domain/money';
import type { ReasonCode, TransactionStatus, TransactionType } from '@vezne/domain/transaction-state';
import { runConfirmedReads, runRead } from '../../statement.ts';
import type { Read, StatementOptions } from '../../statement.ts';

/** A transaction as its partner may see it now. */
export interface TransactionView {
  id: string;
  partnerId: string;
  type: TransactionType;
  status: TransactionStatus;
  externalReference: string;
  originalTransactionId: string | null;
  currency: string;
  amountCents: Cents;
  actualAmountCents: Cents | null;
  commissionCents: Cents;
  netAmountCents: Cents | null;
  playerAmountCents: Cents;
  balanceImpactCents: Cents;
  referenceCode: string | null;
  redirectUrl: string | null;
  pageKeyVersion: number | null;
  reasonCode: ReasonCode | null;
  createdAt: Date;
  decidedAt: Date | null;
  /** Operators see a mark that the partner may not know this transaction; this read removes it. */
  isUnconfirmed: boolean;
}

export const VIEW_COLUMNS = `
  t.id, t.partner_id as "partnerId", t.type, t.status, t.external_reference as "externalReference",
  t.original_transaction_id as "originalTransactionId", t.currency, t.amount_cents as "amountCents",
  t.actual_amount_cents as "actualAmountCents", t.commission_cents as "commissionCents",
  t.net_amount_cents as "netAmountCents", t.player_amount_cents as "playerAmountCents",
  t.balance_impact_cents as "balanceImpactCents", t.reference_code as "referenceCode", t.redirect_url as "redirectUrl",
  t.page_key_version as "pageKeyVersion", t.reason_code as "reasonCode", t.created_at as "createdAt",
  t.decided_at as "decidedAt",
  t.type = 'withdrawal' and exists (select from unconfirmed_answer u where u.transaction_id = t.id) as "isUnconfirmed"`;

/** Names a record of one partner. Another partner's record is not found. */
export interface OwnedId {
  partnerId: string;
  id: string;
}

export const VIEWS_BY_ID_SQL = `
select key.place, ${VIEW_COLUMNS}
from unnest($1::uuid[], $2::uuid[]) with ordinality as key (partner_id, id, place)
join transaction t on t.id = key.id and t.partner_id = key.partner_id`;

/** The transaction for each key, in the same order; undefined where the partner has none with that id. */
export async function findViewsById(
  pool: pg.Pool,
  keys: readonly OwnedId[],
  options: StatementOptions,
): Promise<(TransactionView | undefined)[]> {
  return await findAll(async (query) => await runRead(pool, query, options), keys);
}

/** One whose state its partner acts on for good: with a commit behind it. */
export async function findConfirmedView(
  pool: pg.Pool,
  key: OwnedId,
  options: StatementOptions,
): Promise<TransactionView | undefined> {
  const [view] = await runConfirmedReads(pool, options, async (read) => await findAll(read, [key]));
  return view;
}

async function findAll(read: Read, keys: readonly OwnedId[]): Promise<(TransactionView | undefined)[]> {
  const found: (TransactionView | undefined)[] = keys.map(() => undefined);
  const values = [keys.map((key) => key.partnerId), keys.map((key) => key.id)];
  const rows = await read<Placed>({ name: 'views-by-id', text: VIEWS_BY_ID_SQL, values });
  for (const row of rows) found[Number(row.place) - 1] = row;
  return found;
}

/** The place stays in the row: copying a row without it took longer than reading it. */
type Placed = TransactionView & { place: bigint };

export interface OwnedReference {
  partnerId: string;
  externalReference: string;
}

/** The first transaction of a reference, of either type, and the late ones that belong to it. */
export const VIEWS_BY_REFERENCE_SQL = `
with first as (
  select key.place, t.id
  from unnest($1::uuid[], $2::text[]) with ordinality as key (partner_id, external_reference, place)
  join transaction t on t.partner_id = key.partner_id and t.type in ('deposit', 'withdrawal')
    and t.external_reference = key.external_reference and t.original_transaction_id is null
), every as (
  select place, id from first
  union all
  select first.place, late.id from first join transaction late on late.original_transaction_id = first.id
)
select every.place, ${VIEW_COLUMNS}
from every join transaction t on t.id = every.id
order by t.id desc`;

/** All transactions of each reference, newest first, in the order of the keys. */
export async function findViewsByReference(
  pool: pg.Pool,
  keys: readonly OwnedReference[],
  options: StatementOptions,
): Promise<TransactionView[][]> {
  const found: TransactionView[][] = keys.map(() => []);
  const values = [keys.map((key) => key.partnerId), keys.map((key) => key.externalReference)];
  const rows = await runRead<Placed>(
    pool,
    { name: 'views-by-reference', text: VIEWS_BY_REFERENCE_SQL, values },
    options,
  );
  for (const row of rows) found[Number(row.place) - 1]?.push(row);
  return found;
}
