/**
 * The deposits that wait for an operator, page by page. The words for type and state are in the text, as in waiting-transactions: only then
 * does a plan use the index of the queue. Each filter is there or not, so that none is in the way of the index.
 */
import type pg from 'pg';
import type { Cents } from '@vezne/domain/money';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';
import { LIVE_CLAIMS } from './deposit-claims.ts';
import { ASKED_ABOUT } from '../requests/requests-about.ts';

export interface QueueFilters {
  partnerId?: string | undefined;
  bankAccountId?: string | undefined;
  leastCents?: Cents | undefined;
  mostCents?: Cents | undefined;
  /** Who has it open. */
  claimed?: { by: 'mine' | 'others'; staffId: string } | { by: 'nobody' } | undefined;
  /** Waiting for at least so many seconds. */
  olderThanSeconds?: number | undefined;
}

/** Where a page ends. The time is exact to the microsecond, which a Date isn't. */
export interface QueuePlace {
  /** Held ones come last. */
  isHeld: boolean;
  waitingSince: string;
  id: string;
}

/** A statement whose values are added while its text is written. */
class Statement {
  readonly values: unknown[] = [];

  /** The placeholder for a value. */
  value(value: unknown): string {
    return `$${this.values.push(value)}`;
  }
}

const NOT_HELD = '(held_until is null or held_until <= now())';
const HELD = 'held_until > now()';
const WAITING = `from open_transaction where type = 'deposit' and status = 'waiting_confirmation'`;

/** In UTC, whatever the session's time zone is. */
const EXACT_TIME = `to_char(waiting_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

function filterSql(statement: Statement, filters: QueueFilters): string {
  const { partnerId, bankAccountId, leastCents, mostCents, claimed, olderThanSeconds } = filters;
  const conditions: string[] = [];
  if (partnerId !== undefined) conditions.push(`partner_id = ${statement.value(partnerId)}`);
  if (bankAccountId !== undefined) conditions.push(`bank_account_id = ${statement.value(bankAccountId)}`);
  if (leastCents !== undefined) conditions.push(`amount_cents >= ${statement.value(leastCents)}`);
  if (mostCents !== undefined) conditions.push(`amount_cents <= ${statement.value(mostCents)}`);
  if (olderThanSeconds !== undefined) {
    conditions.push(`waiting_since <= now() - make_interval(secs => ${statement.value(olderThanSeconds)})`);
  }
  if (claimed !== undefined) conditions.push(claimedSql(statement, claimed));
  return conditions.map((condition) => ` and ${condition}`).join('');
}

/** Few deposits are open at a time, so their ids are read first. */
function claimedSql(statement: Statement, claimed: NonNullable<QueueFilters['claimed']>): string {
  if (claimed.by === 'nobody') return `transaction_id not in (${LIVE_CLAIMS})`;
  const same = claimed.by === 'mine' ? '=' : '<>';
  return `transaction_id in (${LIVE_CLAIMS} and c.staff_id ${same} ${statement.value(claimed.staffId)})`;
}

function turnSql(
  statement: Statement,
  { condition, filters, after }: { condition: string; filters: string; after: QueuePlace | undefined },
  limit: string,
): string {
  const isHeld = condition === HELD;
  const place =
    after?.isHeld === isHeld
      ? ` and (waiting_since, transaction_id) > (${statement.value(after.waitingSince)}::timestamptz, ${statement.value(after.id)}::uuid)`
      : '';
  return `(select transaction_id as id, waiting_since, ${isHeld} as "isHeld"
  ${WAITING} and ${condition}${filters}${place} order by waiting_since, transaction_id limit ${limit})`;
}

/** One more than a page, so that it shows whether there is another. */
export function queuePageQuery(
  filters: QueueFilters,
  { after, limit }: { after?: QueuePlace | undefined; limit: number },
): { text: string; values: unknown[] } {
  const statement = new Statement();
  const most = statement.value(limit + 1);
  const filtered = filterSql(statement, filters);
  const turns = [...(after?.isHeld === true ? [] : [NOT_HELD]), HELD].map((condition) =>
    turnSql(statement, { condition, filters: filtered, after }, most),
  );
  const text = `
select id, ${EXACT_TIME} as "waitingSince", "isHeld" from (
${turns.join('\nunion all\n')}
) as queue order by "isHeld", waiting_since, id limit ${most}`;
  return { text, values: statement.values };
}

export interface QueuePage {
  ids: string[];
  /** Undefined on the last page. */
  next: QueuePlace | undefined;
}

/** Who waits longest comes first. */
export async function findQueuePage(
  pool: pg.Pool,
  filters: QueueFilters,
  { after, limit, ...options }: StatementOptions & { after?: QueuePlace | undefined; limit: number },
): Promise<QueuePage> {
  const rows = await runRead<QueuePlace>(pool, queuePageQuery(filters, { after, limit }), options);
  const page = rows.slice(0, limit);
  return { ids: page.map(({ id }) => id), next: rows.length > limit ? page.at(-1) : undefined };
}

/** Whoever asked a second person about one would be led to it again and again. */
export function nextWaitingQuery(filters: QueueFilters): { text: string; values: unknown[] } {
  const statement = new Statement();
  const filtered = filterSql(statement, filters);
  const text = `
select transaction_id as id ${WAITING} and ${NOT_HELD}${filtered} and transaction_id not in (${LIVE_CLAIMS})
  and transaction_id::text not in (${ASKED_ABOUT})
order by waiting_since, transaction_id limit 1`;
  return { text, values: statement.values };
}

/** The oldest that nobody has open, that is not held, and that no request is about. */
export async function findNextWaiting(
  pool: pg.Pool,
  filters: QueueFilters,
  options: StatementOptions,
): Promise<string | undefined> {
  const [row] = await runRead<{ id: string }>(pool, nextWaitingQuery(filters), options);
  return row?.id;
}
