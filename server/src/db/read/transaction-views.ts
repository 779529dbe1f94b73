import type pg from 'pg';
import type { Cents } from '@vezne/domain/money';
import type { ReasonCode, TransactionStatus, TransactionType } from '@vezne/domain/transaction-state';
import { runRead } from '../statement.ts';
import type { StatementOptions } from '../statement.ts';

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
  const found: (TransactionView | undefined)[] = keys.map(() => undefined);
  const values = [keys.map((key) => key.partnerId), keys.map((key) => key.id)];
  const rows = await runRead<Placed>(pool, { name: 'views-by-id', text: VIEWS_BY_ID_SQL, values }, options);
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

export interface PageFilter {
  type?: TransactionType | undefined;
  status?: TransactionStatus | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  /** Only transactions older than this id. */
  before?: string | undefined;
  limit: number;
}

export interface TransactionPage {
  views: TransactionView[];
  hasMore: boolean;
}

type PageShape = Pick<PageFilter, 'type' | 'status' | 'from' | 'to'>;

/**
 * The list of a partner, newest first. The planner gets the same text for every partner and every page, so the text must
 * leave only the right index to choose. We saw the planner take each alternative, at a hundred times the cost:
 * - Types and statuses are in the text, not among the parameters. Only then can PostgreSQL use the small index of a queue.
 * - Rows are compared and ordered by partner and id together. With the id alone, it read the newest rows of all partners
 *   until it had a page of this one.
 * - The condition on the period matches no index. It is there only when requested; the bounds of the id do the work.
 */
export function pageSql({ type, status, from, to }: PageShape): string {
  const isQueue = type !== undefined && status === 'waiting_confirmation';
  return `
select ${VIEW_COLUMNS}
from transaction t
where ${
    isQueue
      ? 't.partner_id = $1 and t.id < $2 and t.id >= $3'
      : 't.partner_id is not distinct from $1 and (t.partner_id, t.id) < ($1, $2) and (t.partner_id, t.id) >= ($1, $3)'
  }
  ${type === undefined ? '' : `and t.type = '${type}'`} ${status === undefined ? '' : `and t.status = '${status}'`}
  ${from || to ? `and t.created_at + interval '0' >= $5 and t.created_at + interval '0' < $6` : ''}
order by ${isQueue ? 't.id desc' : 't.partner_id desc, t.id desc'}
limit $4`;
}

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Reads one row more than the page, to know whether there is a next page. */
export async function findPage(
  pool: pg.Pool,
  partnerId: string,
  filter: PageFilter,
  options: StatementOptions,
): Promise<TransactionPage> {
  const { type = 'any', status = 'any', from, to } = filter;
  const hasPeriod = from !== undefined || to !== undefined;
  const values = [
    partnerId,
    earlier(filter.before ?? LAST_ID, lastIdUntil(to)),
    firstIdSince(from),
    filter.limit + 1,
    ...(hasPeriod ? [from ?? '-infinity', to ?? 'infinity'] : []),
  ];
  const name = `page-${type}-${status}${hasPeriod ? '-period' : ''}`;
  const rows = await runRead<TransactionView>(pool, { name, text: pageSql(filter), values }, options);
  return { views: rows.slice(0, filter.limit), hasMore: rows.length > filter.limit };
}

/**
 * Processes create ids by their own clocks, and the database sets times by its clock. The clocks are never this far apart.
 */
const CLOCK_MARGIN_MS = 600_000;

/** No row created before a time has a larger id than this. */
function lastIdUntil(to: Date | undefined): string {
  if (to === undefined) return LAST_ID;
  const untilMs = Math.max(to.getTime() + CLOCK_MARGIN_MS, 0);
  return `${idPrefix(untilMs)}-ffff-ffff-ffffffffffff`;
}

function earlier(left: string, right: string): string {
  return left < right ? left : right;
}

/** The first 48 bits of an id are the milliseconds at which it was created. */
function idPrefix(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}

/** The smallest id that a row created since then can have. With it, a list of recent rows reads only recent rows. */
function firstIdSince(from: Date | undefined): string {
  const sinceMs = Math.max((from?.getTime() ?? 0) - CLOCK_MARGIN_MS, 0);
  return `${idPrefix(sinceMs)}-0000-0000-000000000000`;
}
