import type pg from 'pg';
import type { AloneAmount } from '@vezne/domain/transaction-change';
import { runWrite, unnestColumns } from '../../statement.ts';
import type { BatchColumn, StatementOptions } from '../../statement.ts';

/** An amount for the day's sums, with the transaction or operation that moves it. */
type CausedAmount = AloneAmount & { causeId: string };

export const ALONE_COLUMNS: readonly BatchColumn<CausedAmount>[] = [
  ['cause_id', 'uuid', (one) => one.causeId],
  ['kind', 'text', (one) => one.kind],
  ['subject', 'text', (one) => one.subject],
  ['amount_cents', 'int8', (one) => one.amountCents],
  ['limit_cents', 'int8', (one) => one.limitCents],
];

/** The rule that no sum passes its limit. Whoever breaks it was overtaken by another decision, and looks again. */
export const ALONE_SUM = 'decided_alone_sum';

/**
 * Adds what one hand has moved to the sums of the day (Europe/Istanbul). The table itself refuses a sum above its limit, so two
 * decisions at once can't pass together. It is the last lock of a statement, and taken in order.
 */
export function aloneSql({ from, made, after }: { from: number; made: string; after: string }): string {
  return `
alone as (
  insert into decided_alone (day, kind, subject, sum_cents, limit_cents)
  select (now() at time zone 'Europe/Istanbul')::date, one.kind, one.subject, sum(one.amount_cents)::int8, min(one.limit_cents)
  from ${unnestColumns(ALONE_COLUMNS, 'one', { from })}
    join ${made} on ${made}.id = one.cause_id
  where (select count(*) from ${after}) >= 0
  group by one.kind, one.subject
  order by one.kind, one.subject
  on conflict (day, kind, subject) do update
    set sum_cents = decided_alone.sum_cents + excluded.sum_cents, limit_cents = excluded.limit_cents
)`;
}

const FORGET_SQL = `delete from decided_alone where day < (now() at time zone 'Europe/Istanbul')::date - 1 returning day`;

/** Removes the sums of days that are over. Returns how many. */
export async function forgetOldSums(pool: pg.Pool, options: StatementOptions): Promise<number> {
  return (await runWrite(pool, { text: FORGET_SQL }, options)).length;
}
