import type pg from 'pg';
import type { TransactionType } from '@vezne/domain/transaction-state';
import { runRead } from '../statement.ts';
import type { StatementOptions } from '../statement.ts';

/**
 * The type is in the text, not among the parameters. Only then does PostgreSQL use the small index of the queue. Held ones come
 * last, by an index of their own: sorting by the hold would read the whole queue for every page.
 */
export function waitingSql(type: TransactionType): string {
  const waiting = `from transaction where type = '${type}' and status = 'waiting_confirmation'`;
  return `
select id from (
  (select id, 1 as turn ${waiting} and (held_until is null or held_until <= now()) order by id limit $1)
  union all
  (select id, 2 as turn ${waiting} and held_until > now() order by id limit $1)
) as queue order by turn, id limit $1`;
}

/** The ids of transactions that wait for an operator's decision, oldest first; those that are held come last. */
export async function findWaitingIds(
  pool: pg.Pool,
  { type, limit }: { type: TransactionType; limit: number },
  options: StatementOptions,
): Promise<string[]> {
  const rows = await runRead<{ id: string }>(pool, { text: waitingSql(type), values: [limit] }, options);
  return rows.map(({ id }) => id);
}
