/**
 * Which transactions a partner's people see on a page: their ids, newest first. Row-level security is on, so a source may only rest on
 * operators that tell nothing of other rows: comparisons of ids, texts and numbers. Each has an index that leads to a page and no history:
 *
 *   no filter            the partner's transactions
 *   a type               what of it is open, and the events of its outcomes
 *   waiting, being paid  what is open
 *   approved, rejected   the events of that outcome, with a look at the transaction; and late money, whose rejection is told to nobody
 *
 * No index knows amounts. A filter by them walks along the partner's transactions, so many at a time.
 */
import type { Cents } from '@vezne/domain/money';
import type { StateFilter } from '@vezne/domain/portal-state';
import { TRANSACTION_TYPES } from '@vezne/domain/transaction-state';
import type { TransactionStatus, TransactionType } from '@vezne/domain/transaction-state';
import { idBounds } from '../../id-bounds.ts';
import type { PartnerScope } from '../../partner-scope.ts';
import { setAsideSql } from '../../set-aside-sql.ts';

/** What is not given is not asked. Words of the program stand in the text of a statement, everything else among its values. */
export interface TransactionFilter {
  type?: TransactionType | undefined;
  status?: StateFilter | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  amountFrom?: Cents | undefined;
  amountTo?: Cents | undefined;
  /** Only transactions older than this id. */
  before?: string | undefined;
}

/** At most so many ids as were asked for. */
export interface FoundIds {
  ids: string[];
  /** Not all were looked at: those from this id on were. */
  lookedDownTo?: string | undefined;
}

/** Reading them takes less than a tenth of a second if they are in memory. */
export const MOST_WALKED = 30_000;

const LARGEST_CENTS = 9_223_372_036_854_775_807n;

/** $1 is the partner, $2 and $3 bound the ids, $4 is how many are wanted. Periods and amounts come after them. */
interface Statement {
  text: string;
  values: unknown[];
}

class Values {
  readonly list: unknown[];

  constructor(partnerId: string, filter: TransactionFilter, wanted: number) {
    const { below, since } = idBounds(filter);
    this.list = [partnerId, below, since, wanted];
  }

  add(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}

/** Of transaction `t`. */
function conditionsOf(filter: TransactionFilter, values: Values, amounts?: readonly Cents[]): string {
  const { type, status, from, to, amountFrom, amountTo } = filter;
  const conditions: string[] = [];
  if (type !== undefined) conditions.push(`t.type = '${type}'`);
  if (status !== undefined) conditions.push(`t.status = '${statusOf(status)}'`);
  if (status === 'being_paid') conditions.push(IS_SET_ASIDE);
  if (status === 'waiting_confirmation') conditions.push(`not ${IS_SET_ASIDE}`);
  if (from !== undefined) conditions.push(`t.created_at >= ${values.add(from)}`);
  if (to !== undefined) conditions.push(`t.created_at < ${values.add(to)}`);
  if (hasAmount(filter)) {
    const range = `between ${values.add(amountFrom ?? 0n)} and ${values.add(amountTo ?? LARGEST_CENTS)}`;
    conditions.push(`(t.amount_cents ${range} or t.actual_amount_cents ${range})`);
  }
  if (amounts !== undefined) {
    const known = values.add(amounts);
    conditions.push(
      `(t.amount_cents = any (${known}::int8[]) or t.actual_amount_cents = any (${known}::int8[]))`,
    );
  }
  return conditions.map((condition) => `and ${condition}`).join(' ');
}

const IS_SET_ASIDE = `(${setAsideSql({ id: 't.id', type: 't.type', status: 't.status' })})`;

/** What is being paid is not decided yet. */
function statusOf(filter: StateFilter): TransactionStatus {
  return filter === 'being_paid' ? 'waiting_confirmation' : filter;
}

function hasAmount({ amountFrom, amountTo }: TransactionFilter): boolean {
  return amountFrom !== undefined || amountTo !== undefined;
}

/** A way along an index, in its order. The id of a transaction is its last column. */
interface Walk {
  from: string;
  where: string;
  columns: readonly string[];
  /** Instead of the bounds of the id alone. */
  bounds?: string;
}

const boundsOf = (id: string): string => `${id} < $2 and ${id} >= $3`;

/** The conditions are inside the look-up: beside the walk, the planner would take them for so rare that it sorts a history instead. */
function lookedUp({ from, where, columns, bounds }: Walk, conditions: string): string {
  const id = columns.at(-1) ?? '';
  return `
select looked_up.id from ${from} cross join lateral (
  select t.id from transaction t where t.partner_id = $1 and t.id = ${id} ${conditions} offset 0
) as looked_up
where ${where} and ${bounds ?? boundsOf(id)}
order by ${columns.map((column) => `${column} desc`).join(', ')} limit $4`;
}

const ofEvents = (type: string): Walk => ({
  from: 'event e',
  where: `e.type = '${type}' and e.partner_id = $1`,
  columns: ['e.type', 'e.partner_id', 'e.transaction_id'],
});

/** No index has these in the order of their ids. There are few, and those of one partner are sorted. */
const ofOpen = (type: TransactionType, status: string): Walk => ({
  from: 'open_transaction o',
  where: `o.type = '${type}' and o.status = '${status}' and o.partner_id = $1`,
  columns: ['o.transaction_id'],
});

/** Late money is entered by people, one by one. */
const OF_LATE: Walk = {
  from: 'transaction k',
  where: 'k.original_transaction_id is not null and k.partner_id = $1',
  columns: ['k.partner_id', 'k.id'],
};

/** The primary key has ids in order, too, but everybody's. As a pair the bounds are of the index of each partner's alone. */
const OF_ALL = {
  from: 'transaction k',
  where: 'k.partner_id = $1',
  columns: ['k.partner_id', 'k.id'],
  bounds: '(k.partner_id, k.id) < ($1, $2) and (k.partner_id, k.id) >= ($1, $3)',
} as const satisfies Walk;

/** One transaction may be in two of them: a payout that came back was told as approved and as rejected. */
function walksOf({ type, status }: TransactionFilter): Walk[] {
  if (type === undefined && status === undefined) return [OF_ALL];
  const types = type === undefined ? TRANSACTION_TYPES : [type];
  return types.flatMap((one) => {
    const outcomes = (['approved', 'rejected'] as const)
      .filter((outcome) => status === undefined || status === outcome)
      .map((outcome) => ofEvents(`${one}.${outcome}`));
    const open = (['waiting_payment', 'waiting_confirmation'] as const)
      .filter((waiting) => status === undefined || statusOf(status) === waiting)
      .map((waiting) => ofOpen(one, waiting));
    const isWithLate = one === 'deposit' && (status === undefined || status === 'rejected');
    return [...outcomes, ...open, ...(isWithLate ? [OF_LATE] : [])];
  });
}

/** A page by the indexes. */
export function pageStatement(partnerId: string, filter: TransactionFilter, wanted: number): Statement {
  const values = new Values(partnerId, filter, wanted);
  const conditions = conditionsOf(filter, values);
  const sources = walksOf(filter).map((walk) => lookedUp(walk, conditions));
  const [first = ''] = sources;
  // Each is in order and has at most a page, so no more than that is sorted.
  const text =
    sources.length === 1
      ? first
      : `select id from (${sources.map((source) => `(${source})`).join(' union ')}) as page order by id desc limit $4`;
  return { text, values: values.list };
}

/** A page by a walk along the partner's transactions, which ends after so many. It reads ids alone: these are in an index of each partner's. */
export function walkStatement(
  partnerId: string,
  filter: TransactionFilter,
  { wanted, amounts }: { wanted: number; amounts?: readonly Cents[] | undefined },
): Statement {
  const values = new Values(partnerId, filter, wanted);
  const conditions = conditionsOf(filter, values, amounts);
  return {
    text: `
select looked_up.id from (
  select k.id from transaction k where k.partner_id = $1 and ${OF_ALL.bounds}
  order by k.partner_id desc, k.id desc limit ${MOST_WALKED}
) as walked
cross join lateral (
  select t.id from transaction t where t.partner_id = $1 and t.id = walked.id ${conditions} offset 0
) as looked_up
limit $4`,
    values: values.list,
  };
}

/** Where such a walk ends; no row if there are not so many. */
export const END_OF_WALK_SQL = `
select k.id from transaction k where k.partner_id = $1 and ${OF_ALL.bounds}
order by k.partner_id desc, k.id desc offset ${MOST_WALKED - 1} limit 1`;

async function idsOf({ query }: PartnerScope, { text, values }: Statement): Promise<string[]> {
  return (await query<{ id: string }>(text, values)).map(({ id }) => id);
}

/** All that fit a filter. */
export async function findIds(
  scope: PartnerScope,
  filter: TransactionFilter,
  wanted: number,
): Promise<FoundIds> {
  if (hasAmount(filter)) return await findIdsOfAmounts(scope, filter, { wanted });
  return { ids: await idsOf(scope, pageStatement(scope.partnerId, filter, wanted)) };
}

/** Those that fit a filter, and asked for or brought one of these amounts. */
export async function findIdsOfAmounts(
  scope: PartnerScope,
  filter: TransactionFilter,
  { wanted, amounts }: { wanted: number; amounts?: readonly Cents[] },
): Promise<FoundIds> {
  const ids = await idsOf(scope, walkStatement(scope.partnerId, filter, { wanted, amounts }));
  if (ids.length === wanted) return { ids };
  const { below, since } = idBounds(filter);
  const [lookedDownTo] = await idsOf(scope, {
    text: END_OF_WALK_SQL,
    values: [scope.partnerId, below, since],
  });
  return { ids, lookedDownTo };
}

/** Those of some ids that fit a filter. */
export async function keepFitting(
  scope: PartnerScope,
  ids: readonly string[],
  filter: TransactionFilter,
): Promise<string[]> {
  const values = new Values(scope.partnerId, filter, ids.length);
  const conditions = conditionsOf(filter, values);
  const text = `
select t.id from transaction t
where t.partner_id = $1 and t.id = any (${values.add(ids)}::uuid[]) and t.id < $2 and t.id >= $3 ${conditions} limit $4`;
  return await idsOf(scope, { text, values: values.list });
}
