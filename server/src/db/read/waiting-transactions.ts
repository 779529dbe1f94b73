import type pg from 'pg';
import type { TransactionType } from '@vezne/domain/transaction-state';
import { runRead } from '../statement.ts';
import type { StatementOptions } from '../statement.ts';

/** The type is in the text, not among the parameters. Only then does PostgreSQL use the small index of the queue. */
export function waitingSql(type: TransactionType): string {
  return `
select id from transaction where type = '${type}' and status = 'waiting_confirmation' order by id limit $1`;
}

/** The ids of transactions that wait for an operator's decision, oldest first. */
export async function findWaitingIds(
  pool: pg.Pool,
  { type, limit }: { type: TransactionType; limit: number },
  options: StatementOptions,
): Promise<string[]> {
  const rows = await runRead<{ id: string }>(pool, { text: waitingSql(type), values: [limit] }, options);
  return rows.map(({ id }) => id);
}
