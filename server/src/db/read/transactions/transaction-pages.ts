import type pg from 'pg';
import { TRANSACTION_TYPES } from '@vezne/domain/transaction-state';
import type { TransactionStatus, TransactionType } from '@vezne/domain/transaction-state';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';
import { idBounds } from '../../id-bounds.ts';
import { VIEW_COLUMNS } from './transaction-views.ts';
import type { TransactionView } from './transaction-views.ts';

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
 * The list of a partner, newest first. Each filter has a source that reads a page and no history:
 *
 *   no status          the partner's transactions, all or of a type
 *   waiting            what is open at all partners, in that state
 *   approved, rejected the events of that outcome, with a look at the transaction, and late money, whose rejection is told to nobody
 *
 * The planner gets the same text for every partner and every page, so the text must leave only the right index to choose. We saw the
 * planner take each alternative, at a hundred times the cost:
 * - Types and statuses are in the text, not among the parameters. Only then can PostgreSQL use the small index of a queue.
 * - Rows are compared and ordered by all columns of their index together. With the id alone, it read the newest rows of all partners
 *   until it had a page of this one. Where a type comes in, it is the first column: another index of partners was taken otherwise.
 * - The condition on the period matches no index. It is there only when requested; the bounds of the id do the work.
 * - `offset 0` keeps a look-up by id what it is. As a join, it may become a walk through all transactions.
 */
export function pageSql(shape: PageShape): string {
  const [first = '', ...others] = sourcesOf(shape);
  if (others.length === 0) return first;
  // Each source is in order and has at most a page, so no more than that is sorted.
  return `select * from (${[first, ...others].map((source) => `(${source})`).join(' union all ')}) as page
order by id desc limit $4`;
}

/** No transaction is in two of them. */
function sourcesOf({ type, status, ...period }: PageShape): string[] {
  const types = type === undefined ? TRANSACTION_TYPES : [type];
  const created = createdWithin(period);
  switch (status) {
    case undefined:
      return [type === undefined ? allOfPartner(created) : allOfType(type, created)];
    case 'waiting_payment':
      // Only deposits wait for a payment. Of withdrawals there is one source too, because a list always has a statement.
      return [openOf(type ?? 'deposit', status, created)];
    case 'waiting_confirmation':
      return types.map((one) => openOf(one, status, created));
    case 'approved':
      return types.map((one) => endedAs(one, status, created));
    case 'rejected':
      return types.flatMap((one) =>
        one === 'deposit'
          ? [endedAs(one, status, created), rejectedLateMoney(created)]
          : [endedAs(one, status, created)],
      );
  }
}

function createdWithin(period: Pick<PageShape, 'from' | 'to'>): string {
  return hasPeriod(period)
    ? `and t.created_at + interval '0' >= $5 and t.created_at + interval '0' < $6`
    : '';
}

function allOfPartner(created: string): string {
  if (created !== '') {
    const index = { columns: ['k.partner_id', 'k.id'], at: (id: string) => `$1, ${id}` };
    return inOrderOf({ table: 'transaction', id: 'id', ...index }, created);
  }
  return `
select ${VIEW_COLUMNS}
from transaction t
where t.partner_id is not distinct from $1 and (t.partner_id, t.id) < ($1, $2) and (t.partner_id, t.id) >= ($1, $3)
order by t.partner_id desc, t.id desc
limit $4`;
}

function allOfType(type: TransactionType, created: string): string {
  const columns = [`(k.type || '')`, '(uuid_send(k.partner_id) || uuid_send(k.id))'];
  const at = (id: string): string => `'${type}', uuid_send($1) || uuid_send(${id})`;
  return inOrderOf({ table: 'transaction', id: 'id', columns, at }, created);
}

interface WalkedIndex {
  table: 'transaction' | 'event';
  /** The column with the transaction. */
  id: 'id' | 'transaction_id';
  /** Of the index, in its order. */
  columns: readonly string[];
  /** Their values for a transaction of the list. */
  at: (id: string) => string;
}

/**
 * Walks along an index in its order, and looks each transaction up. The conditions are inside the look-up: beside the walk, PostgreSQL
 * would take them for so rare that it sorts a history instead.
 */
function inOrderOf({ table, id, columns, at }: WalkedIndex, conditions: string): string {
  const row = `(${columns.join(', ')})`;
  return `
select looked_up.*
from ${table} k cross join lateral (
  select ${VIEW_COLUMNS} from transaction t where t.id = k.${id} ${conditions} offset 0
) as looked_up
where ${row} < (${at('$2')}) and ${row} >= (${at('$3')})
order by ${columns.map((column) => `${column} desc`).join(', ')}
limit $4`;
}

/** No index has these in the order of their ids. There are few, and the ids of one partner are sorted here. */
function openOf(
  type: TransactionType,
  status: 'waiting_payment' | 'waiting_confirmation',
  created: string,
): string {
  const lookedUp = `select ${VIEW_COLUMNS} from transaction t where t.id = open.id ${created} offset 0`;
  return `
select looked_up.* from (
  select transaction_id as id from open_transaction
  where type = '${type}' and status = '${status}' and partner_id = $1 and transaction_id < $2 and transaction_id >= $3
  order by transaction_id desc
) as open cross join lateral (${lookedUp}) as looked_up
order by open.id desc
limit $4`;
}

/**
 * Whatever ends a transaction is told once, so the events of an outcome are the list of what ended so. A payout that came back was told as
 * approved before: the transaction itself says what it is now.
 */
function endedAs(type: TransactionType, status: 'approved' | 'rejected', created: string): string {
  const isNotLate =
    type === 'deposit' && status === 'rejected' ? 'and t.original_transaction_id is null' : '';
  const columns = ['k.type', 'k.partner_id', 'k.transaction_id'];
  const at = (id: string): string => `'${type}.${status}', $1, ${id}`;
  return inOrderOf(
    { table: 'event', id: 'transaction_id', columns, at },
    `and t.status = '${status}' ${isNotLate} ${created}`,
  );
}

/** Late money is entered by people, one by one. An earlier version told of its rejection, so the source above leaves all of it out. */
function rejectedLateMoney(created: string): string {
  return `
select ${VIEW_COLUMNS}
from transaction t
where t.partner_id is not distinct from $1 and (t.partner_id, t.id) < ($1, $2) and (t.partner_id, t.id) >= ($1, $3)
  and t.original_transaction_id is not null and t.status = 'rejected' ${created}
order by t.partner_id desc, t.id desc
limit $4`;
}

/** What pageSql's parameters stand for. */
export function pageValues(partnerId: string, filter: PageFilter): unknown[] {
  const { from, to, limit } = filter;
  const { below, since } = idBounds(filter);
  return [
    partnerId,
    below,
    since,
    limit + 1,
    ...(hasPeriod(filter) ? [from ?? '-infinity', to ?? 'infinity'] : []),
  ];
}

function hasPeriod({ from, to }: Pick<PageShape, 'from' | 'to'>): boolean {
  return from !== undefined || to !== undefined;
}

/** Reads one row more than the page, to know whether there is a next page. */
export async function findPage(
  pool: pg.Pool,
  partnerId: string,
  filter: PageFilter,
  options: StatementOptions,
): Promise<TransactionPage> {
  const { type = 'any', status = 'any' } = filter;
  const values = pageValues(partnerId, filter);
  const name = `page-${type}-${status}${hasPeriod(filter) ? '-period' : ''}`;
  const rows = await runRead<TransactionView>(pool, { name, text: pageSql(filter), values }, options);
  return { views: rows.slice(0, filter.limit), hasMore: rows.length > filter.limit };
}
