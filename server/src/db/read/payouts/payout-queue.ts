/**
 * The payouts that wait, group by group. The words for type, state and stage are in the text, as in queue.ts: only then does a plan use the
 * index of the queue. Who has taken one is not in it. Those that are taken are few, each in somebody's hands, so it is looked up by their id.
 */
import type pg from 'pg';
import type { Cents } from '@vezne/domain/money';
import { ownPlayerDayKeySql, playerDayKeySql, turkishDaysSql } from '../../player-key.ts';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

export type PayoutGroup = 'authorised' | 'mine' | 'queued' | 'others';

export interface PayoutFilters {
  group: PayoutGroup;
  /** Whose queue it is: a person of the staff, by id and handle. */
  viewer: { id: string; name: string };
  partnerId?: string | undefined;
  /** The account that pays. */
  bankAccountId?: string | undefined;
  leastCents?: Cents | undefined;
  mostCents?: Cents | undefined;
}

/** Where a page ends. The time is exact to the microsecond, which a Date isn't. */
export interface PayoutPlace {
  waitingSince: string;
  id: string;
}

interface Query {
  text: string;
  values: unknown[];
}

const STAGES: Readonly<Record<PayoutGroup, string>> = {
  authorised: `'authorised'`,
  mine: `'taken'`,
  queued: `'queued'`,
  others: `'taken'`,
};

/** In UTC, whatever the session's time zone is. */
const EXACT_TIME = `to_char(waiting_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** Whoever took it at the command line before there were staff is known there by the handle. */
function takenBySql(values: unknown[], { id, name }: PayoutFilters['viewer']): string {
  return `(select coalesce(t.taken_by_id in ($${values.push(id)}, $${values.push(name)}), false) or lower(t.taken_by) = $${values.length}
    from transaction t where t.id = transaction_id)`;
}

function groupSql(values: unknown[], filters: PayoutFilters): string {
  const { group, viewer, partnerId, bankAccountId, leastCents, mostCents } = filters;
  const conditions = [`stage = ${STAGES[group]}`];
  const compare = (text: string, value: unknown): void => {
    if (value !== undefined) conditions.push(`${text} $${values.push(value)}`);
  };
  compare('partner_id =', partnerId);
  compare('bank_account_id =', bankAccountId);
  compare('amount_cents >=', leastCents);
  compare('amount_cents <=', mostCents);
  if (group === 'mine' || group === 'others')
    conditions.push(`${takenBySql(values, viewer)} = ${group === 'mine'}`);
  return `from open_transaction where type = 'withdrawal' and status = 'waiting_confirmation' and ${conditions.join(' and ')}`;
}

/** One more than a page, so that it shows whether there is another. */
export function payoutPageQuery(
  filters: PayoutFilters,
  { after, limit }: { after?: PayoutPlace | undefined; limit: number },
): Query {
  const values: unknown[] = [limit + 1];
  const group = groupSql(values, filters);
  const place =
    after === undefined
      ? ''
      : ` and (waiting_since, transaction_id) > ($${values.push(after.waitingSince)}::timestamptz, $${values.push(after.id)}::uuid)`;
  const text = `
select transaction_id as id, ${EXACT_TIME} as "waitingSince" ${group}${place}
order by waiting_since, transaction_id limit $1`;
  return { text, values };
}

export interface PayoutPage {
  ids: string[];
  /** Undefined on the last page. */
  next: PayoutPlace | undefined;
}

/** Who waits longest comes first. */
export async function findPayoutPage(
  pool: pg.Pool,
  filters: PayoutFilters,
  { after, limit, ...options }: StatementOptions & { after?: PayoutPlace | undefined; limit: number },
): Promise<PayoutPage> {
  const rows = await runRead<PayoutPlace>(pool, payoutPageQuery(filters, { after, limit }), options);
  const page = rows.slice(0, limit);
  return { ids: page.map(({ id }) => id), next: rows.length > limit ? page.at(-1) : undefined };
}

export interface PayoutTotals {
  count: number;
  sumCents: Cents;
}

export function payoutTotalsQuery(filters: PayoutFilters): Query {
  const values: unknown[] = [];
  const text = `select count(*)::int4 as count, coalesce(sum(amount_cents), 0)::int8 as "sumCents" ${groupSql(values, filters)}`;
  return { text, values };
}

/** Of a whole group, within the filters. */
export async function findPayoutTotals(
  pool: pg.Pool,
  filters: PayoutFilters,
  options: StatementOptions,
): Promise<PayoutTotals> {
  const [totals] = await runRead<PayoutTotals>(pool, payoutTotalsQuery(filters), options);
  if (totals === undefined) throw new Error('A sum has no row.');
  return totals;
}

/** The player's others of today: created today, or decided today and created the day before. Found by the index of players' days alone. */
export function sameAmountTodaySql(columns: string): string {
  const key = playerDayKeySql({ partnerId: 't.partner_id', customerId: 't.customer_id', day: 'day' });
  const days = turkishDaysSql(`now() - interval '1 day'`, 'now()');
  const today = 'turkish_day_number(now())';
  return `
  select ${columns} from transaction o
  where ${ownPlayerDayKeySql('o')} = any (array(select ${key} from ${days} as day))
    and o.partner_id is not distinct from t.partner_id and o.customer_id is not distinct from t.customer_id
    and o.id <> t.id and o.type = 'withdrawal' and o.amount_cents = t.amount_cents and o.status in ('approved', 'waiting_confirmation')
    and (turkish_day_number(o.created_at) = ${today} or turkish_day_number(o.decided_at) = ${today})`;
}

/** What a row of the queue shows besides what a decision depends on. */
export interface PayoutQueueFacts {
  waitingSince: Date;
  isSameAmountToday: boolean;
  bankAccount: { id: string; bankName: string; ibanLastFour: string } | null;
}

export const PAYOUT_QUEUE_FACTS_SQL = `
select w.transaction_id as id, w.waiting_since as "waitingSince",
  (select exists (${sameAmountTodaySql('')}) from transaction t where t.id = w.transaction_id) as "isSameAmountToday",
  (select json_build_object('id', b.id, 'bankName', b.bank_name, 'ibanLastFour', right(b.iban, 4))
   from bank_account b where b.id = w.bank_account_id) as "bankAccount"
from open_transaction w
where w.transaction_id = any ($1) and w.type = 'withdrawal' and w.status = 'waiting_confirmation'`;

/** Of those that wait. The others are missing. */
export async function findPayoutQueueFacts(
  pool: pg.Pool,
  ids: readonly string[],
  options: StatementOptions,
): Promise<Map<string, PayoutQueueFacts>> {
  const query = { name: 'payout-queue-facts', text: PAYOUT_QUEUE_FACTS_SQL, values: [ids] };
  const rows = await runRead<PayoutQueueFacts & { id: string }>(pool, query, options);
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}

const NAMES_SQL = 'select id::text as id, name from staff where id::text = any ($1)';

/** What people are called, by the ids that rows keep. Somebody from before there were staff is missing. */
export async function findStaffNames(
  pool: pg.Pool,
  ids: readonly string[],
  options: StatementOptions,
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await runRead<{ id: string; name: string }>(pool, { text: NAMES_SQL, values: [ids] }, options);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
