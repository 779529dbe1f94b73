import type pg from 'pg';
import type { Cents } from '@vezne/domain/money';
import type { EventType, ReasonCode } from '@vezne/domain/transaction-state';
import { runConfirmedReads, runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

/** An event as its partner may see it. It never changes. */
export interface EventView {
  id: string;
  type: EventType;
  status: 'approved' | 'rejected';
  transactionId: string;
  originalTransactionId: string | null;
  externalReference: string;
  referenceCode: string | null;
  amountCents: Cents;
  actualAmountCents: Cents | null;
  commissionCents: Cents;
  netAmountCents: Cents | null;
  playerAmountCents: Cents;
  balanceImpactCents: Cents;
  reasonCode: ReasonCode | null;
  occurredAt: Date;
}

export const EVENT_COLUMNS = `
  e.id, e.type, e.status, e.transaction_id as "transactionId", e.original_transaction_id as "originalTransactionId",
  e.external_reference as "externalReference", e.reference_code as "referenceCode", e.amount_cents as "amountCents",
  e.actual_amount_cents as "actualAmountCents", e.commission_cents as "commissionCents",
  e.net_amount_cents as "netAmountCents", e.player_amount_cents as "playerAmountCents",
  e.balance_impact_cents as "balanceImpactCents", e.reason_code as "reasonCode", e.occurred_at as "occurredAt"`;

export interface EventFilter {
  /** Only what comes after the event of this id. */
  after?: string | undefined;
  limit: number;
  /** A partner that does not know about corrections would credit the player a second time. */
  withCorrections: boolean;
}

export interface EventPage {
  /** In the order of the feed. */
  events: EventView[];
}

/**
 * A partner's events are numbered without gaps, in the order in which they are committed. So no event can appear later
 * below a number that was already read. The event to start after gives one row even if nothing follows it: no row at all
 * means that the partner has no such event.
 */
export function eventsSql({ after }: Pick<EventFilter, 'after'>): string {
  const start =
    after === undefined
      ? 'select 0::int8 as feed_no'
      : 'select feed_no from event where id = $4 and partner_id = $1';
  return `
select ${EVENT_COLUMNS}
from (${start}) as start left join lateral (
  select * from event where partner_id = $1 and feed_no > start.feed_no and ($3 or type <> 'deposit.corrected')
  order by feed_no limit $2
) as e on true
order by e.feed_no`;
}

/** A page of the feed; undefined when the partner has no event with the id to start after. */
export async function findEvents(
  pool: pg.Pool,
  partnerId: string,
  filter: EventFilter,
  options: StatementOptions,
): Promise<EventPage | undefined> {
  const { after, limit, withCorrections } = filter;
  const query = {
    name: after === undefined ? 'events-from-first' : 'events-after',
    text: eventsSql(filter),
    values: [partnerId, limit, withCorrections, ...(after === undefined ? [] : [after])],
  };
  const rows = await runRead<EventView | { id: null }>(pool, query, options);
  if (rows.length === 0) return undefined;
  return { events: rows.filter((row) => row.id !== null) };
}

/** One search in the index for each, whatever plan the connection made when there were few: see `FIND_BY_REFERENCES_SQL`. */
const STANDING_SQL = `
select e.id from unnest($1::uuid[]) as key (id)
cross join lateral (select id from event where event.id = key.id limit 1) as e`;

/**
 * Those of the events that stand, with one commit behind all of them: neither a server that was replaced says so, nor one whose rows could be
 * gone. Where an event stands, so do those before it in its feed: they were committed before it.
 */
export async function findStandingEvents(
  pool: pg.Pool,
  ids: readonly string[],
  options: StatementOptions,
): Promise<Set<string>> {
  const query = { name: 'standing-events', text: STANDING_SQL, values: [ids] };
  const rows = await runConfirmedReads(pool, options, async (read) => await read<{ id: string }>(query));
  return new Set(rows.map(({ id }) => id));
}
