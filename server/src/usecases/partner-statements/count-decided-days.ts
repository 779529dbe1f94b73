/** Keeps what was decided for each partner, by day that is over: people's first screen reads that, and of events only those since. */
import type pg from 'pg';
import { runRead, runWrite } from '../../db/statement.ts';
import { countDecidedDay } from '../../db/write/desk/decided-days.ts';
import type { CountResult } from './count-days.ts';
import { orLeave } from './each-partner.ts';

const OPTIONS = { timeoutMs: 30_000 };

/** What was begun in the last second of a day is written long before that. What is not belongs to the next day. */
const COUNTED_AFTER_SECONDS = 600;

/** Partners that were told something that is not counted yet. */
const BEHIND_SQL = `
select f.partner_id as id from event_feed f where f.last_no > coalesce((
  select d.last_feed_no from partner_decided_day d where d.partner_id = f.partner_id order by d.day desc limit 1
), 0)`;

/** Counts every day that is over. Days without an event have no row. */
export async function countDecidedDays(
  pool: pg.Pool,
  { afterSeconds = COUNTED_AFTER_SECONDS }: { afterSeconds?: number } = {},
): Promise<CountResult> {
  const behind = await runRead<{ id: string }>(pool, { text: BEHIND_SQL }, OPTIONS);
  const result: CountResult = { counted: 0, left: [] };
  for (const { id } of behind) {
    const counted = await orLeave(id, async () => await countPartner(pool, id, afterSeconds));
    if (typeof counted === 'number') result.counted += counted;
    else result.left.push(counted);
  }
  return result;
}

async function countPartner(pool: pg.Pool, partnerId: string, afterSeconds: number): Promise<number> {
  for (let days = 0; ; days += 1) {
    const query = countDecidedDay({ partnerId, afterSeconds });
    // Of two workers at once one adds a day, and the other goes on with the next.
    if ((await runWrite(pool, query, OPTIONS)).length === 0) return days;
  }
}
