/** What was decided for a partner, by day. The database holds that each day says what its events say. */
import type pg from 'pg';
import { DECIDED_SUMS } from '../../decided-sql.ts';

const columns = DECIDED_SUMS.map(([column]) => column).join(', ');
const sums = DECIDED_SUMS.map(([column, sum]) => `${sum} as ${column}`).join(', ');

const EVENTS = 'from event e where e.partner_id = $1 and e.feed_no > last.feed_no';

/**
 * The first day that is not counted, if it ended so many seconds ago ($2). It has the events up to the first of a later day: only these are
 * read, however many there are.
 */
const COUNT_SQL = `
insert into partner_decided_day (partner_id, day, last_feed_no, ${columns})
select $1, next.day, until.feed_no, ${DECIDED_SUMS.map(([column]) => `sums.${column}`).join(', ')}
from (
  select coalesce(max(d.last_feed_no), 0) as feed_no, max(d.day) as day from (
    select d.last_feed_no, d.day from partner_decided_day d where d.partner_id = $1 order by d.day desc limit 1
  ) as d
) as last
cross join lateral (
  select greatest((e.occurred_at at time zone interval '3 hours')::date, last.day + 1) as day ${EVENTS} order by e.feed_no limit 1
) as next
cross join lateral (select (next.day + 1)::timestamp at time zone interval '3 hours' as at offset 0) as ends
cross join lateral (
  select coalesce(
    (select e.feed_no - 1 ${EVENTS} and e.occurred_at >= ends.at order by e.feed_no limit 1),
    (select e.feed_no ${EVENTS} order by e.feed_no desc limit 1)
  ) as feed_no offset 0
) as until
cross join lateral (select ${sums} ${EVENTS} and e.feed_no <= until.feed_no) as sums
where ends.at + make_interval(secs => $2) <= now()
on conflict (partner_id, day) do nothing returning day`;

/** Adds one day, if there is one that is over and not counted yet. */
export function countDecidedDay({
  partnerId,
  afterSeconds,
}: {
  partnerId: string;
  afterSeconds: number;
}): pg.QueryConfig {
  return { text: COUNT_SQL, values: [partnerId, afterSeconds] };
}
