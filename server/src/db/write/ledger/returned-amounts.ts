import type pg from 'pg';
import { firstIdSql } from '../../first-id.ts';
import { runWrite } from '../../statement.ts';

/** A hundred times what the deposits of a usual day take. The next run is a minute later. */
const TIMEOUT_MS = 30_000;

const TODAY = `(now() at time zone 'Europe/Istanbul')::date`;
const midnightOf = (day: string): string => `((${day})::timestamp at time zone 'Europe/Istanbul')`;

/** Where the deposits of yesterday begin, an hour early for clocks that are off. */
const FIRST_ID = firstIdSql(`${midnightOf(`${TODAY} - 1`)} - interval '1 hour'`);

/**
 * Reads the deposits of yesterday and today by the primary key, and no others. FIRST_ID stands in the condition itself: behind a
 * subquery the planner would not see how few rows are newer.
 *
 * With 100,000 deposits of a day, after 300,000 older ones and with all of them in memory, seven runs took 0.26 to 0.45 s on two
 * busy cores. So the days are computed once, and rows are added up before they are dealt out to accounts: an earlier form that did
 * both for each row took more than ten times as long.
 */
export const SET_RETURNED_AMOUNTS_SQL = `
  with clock as materialized (
    select ${TODAY} as today, ${midnightOf(TODAY)} as today_from, ${midnightOf(`${TODAY} - 1`)} as yesterday_from
  ), deposits as (
    select bank_account_id, previous_bank_account_id, created_at >= (select today_from from clock) as is_of_today,
      sum(assigned_cents - used_cents) as returned_cents, sum(assigned_cents) filter (where is_decided) as decided_cents
    from transaction cross join lateral (select
      -- Late money was never assigned; it just came.
      case when original_transaction_id is null then amount_cents else 0 end as assigned_cents,
      -- What was refused before came with the deposit that it was refused for.
      case when refused_transaction_id is not null then 0
        else coalesce(actual_amount_cents, case status when 'rejected' then 0 else amount_cents end) end as used_cents,
      status in ('approved', 'rejected') as is_decided
    ) as share
    where id >= ${FIRST_ID} and created_at >= (select yesterday_from from clock) and type = 'deposit'
    group by 1, 2, 3
  ), returned as (
    select share.bank_account_id, case when is_of_today then today else today - 1 end as day, sum(cents)::int8 as cents
    from clock cross join deposits cross join lateral (values
      (bank_account_id, returned_cents),
      -- A freeze moved these. Until one is decided, its player may still pay to the account before.
      (nullif(previous_bank_account_id, bank_account_id), decided_cents)
    ) as share (bank_account_id, cents)
    where share.bank_account_id is not null
    group by 1, 2
  ), known as (
    select bank_account_id, day, returned_cents from bank_account_day where day >= ${TODAY} - 1
  )
  insert into bank_account_day (bank_account_id, day, assigned_cents, assigned_count, returned_cents)
  select bank_account_id, day, 0, 0, coalesce(returned.cents, 0)
  from returned full join known using (bank_account_id, day)
  where coalesce(returned.cents, 0) <> coalesce(known.returned_cents, 0)
  -- In account order within a day, as everybody who writes several of these rows.
  order by day, bank_account_id
  on conflict (bank_account_id, day) do update set returned_cents = excluded.returned_cents
  returning day`;

/**
 * Sets, for yesterday and today, how much of what each account was assigned will not come any more: rejected deposits, and the
 * difference where another amount arrived. It sets figures and adds nothing, so two runs at once do no harm. Returns how many
 * figures changed.
 */
export async function setReturnedAmounts(pool: pg.Pool): Promise<number> {
  const changed = await runWrite(pool, { text: SET_RETURNED_AMOUNTS_SQL }, { timeoutMs: TIMEOUT_MS });
  return changed.length;
}
