import type pg from 'pg';
import type { PlayerDay } from '@vezne/domain/limits';
import type { TransactionType } from '@vezne/domain/transaction-state';
import { ownPlayerDayKeySql, playerDayKeySql } from '../../player-key.ts';
import { columnValues, runRead, unnestColumns } from '../../statement.ts';
import type { BatchColumn, StatementOptions } from '../../statement.ts';

export interface PlayerDayQuestion {
  partnerId: string;
  customerId: string;
  type: TransactionType;
  /** Turkish, as in "2026-05-31". */
  day: string;
}

const COLUMNS: readonly BatchColumn<PlayerDayQuestion>[] = [
  ['partner_id', 'uuid', (question) => question.partnerId],
  ['customer_id', 'text', (question) => question.customerId],
  ['type', 'text', (question) => question.type],
  ['day', 'date', (question) => question.day],
];

const ASKED = playerDayKeySql({
  partnerId: 'asked.partner_id',
  customerId: 'asked.customer_id',
  day: `asked.day - date '1970-01-01'`,
});

/** What players have created on a day, without what was rejected. A deposit counts with the amount that came, once it is known. */
export const PLAYER_DAYS_SQL = `
select day.count, day.cents from ${unnestColumns(COLUMNS, 'asked')}
cross join lateral (
  select count(*)::int4 as count, coalesce(sum(coalesce(t.actual_amount_cents, t.amount_cents)), 0)::int8 as cents
  from transaction t
  where ${ownPlayerDayKeySql('t')} = ${ASKED}
    and t.partner_id is not distinct from asked.partner_id and t.customer_id = asked.customer_id
    and t.type = asked.type and t.status <> 'rejected'
) as day
order by asked.place`;

/** One day for each question, in order. */
export async function findPlayerDays(
  pool: pg.Pool,
  questions: readonly PlayerDayQuestion[],
  options: StatementOptions,
): Promise<PlayerDay[]> {
  const values = columnValues(COLUMNS, questions);
  return await runRead<PlayerDay>(pool, { name: 'player-days', text: PLAYER_DAYS_SQL, values }, options);
}
