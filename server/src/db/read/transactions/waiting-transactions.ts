import type pg from 'pg';
import type { TransactionType } from '@vezne/domain/transaction-state';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

/**
 * The type is in the text, not among the parameters. Only then does PostgreSQL use the index of the queue. Held ones come
 * last, by an index of their own: sorting by the hold would read the whole queue for every page.
 */
export function waitingSql(type: TransactionType): string {
  const columns = (turn: number): string => `transaction_id as id, waiting_since, ${turn} as turn`;
  const waiting = `from open_transaction where type = '${type}' and status = 'waiting_confirmation'`;
  const inTurn = 'order by waiting_since, transaction_id limit $1';
  return `
select id from (
  (select ${columns(1)} ${waiting} and (held_until is null or held_until <= now()) ${inTurn})
  union all
  (select ${columns(2)} ${waiting} and held_until > now() ${inTurn})
) as queue order by turn, waiting_since, id limit $1`;
}

/** The ids of transactions that wait for an operator's decision: who waits longest comes first, those that are held come last. */
export async function findWaitingIds(
  pool: pg.Pool,
  { type, limit }: { type: TransactionType; limit: number },
  options: StatementOptions,
): Promise<string[]> {
  const rows = await runRead<{ id: string }>(pool, { text: waitingSql(type), values: [limit] }, options);
  return rows.map(({ id }) => id);
}
