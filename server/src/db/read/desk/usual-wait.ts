import type pg from 'pg';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

/**
 * Of the newest events alone, by the primary key from its end: however long the history is, no more is read. Approvals that a player
 * had asked for by the button count, from the press to the decision. What an operator confirmed on a player's behalf was decided at once.
 */
export const USUAL_WAIT_SQL = `
select count(*)::int4 as decisions,
  percentile_disc(0.5) within group (order by extract(epoch from decided.at - sent.at))::float8 as "medianSeconds"
from (select transaction_id, step_no, type from event where id > $1 order by id desc limit $2) as newest
join transaction_step decided on decided.transaction_id = newest.transaction_id and decided.step_no = newest.step_no
join transaction_step sent on sent.transaction_id = newest.transaction_id and sent.trigger = 'confirm_sent'
where newest.type = 'deposit.approved'`;

/** How many of the newest deposits were approved after an id was made, and how long half of them waited at most. */
export async function readUsualWait(
  pool: pg.Pool,
  { afterId, newest }: { afterId: string; newest: number },
  options: StatementOptions,
): Promise<{ decisions: number; medianSeconds: number | null }> {
  const query = { name: 'usual-wait', text: USUAL_WAIT_SQL, values: [afterId, newest] };
  const [row] = await runRead<{ decisions: number; medianSeconds: number | null }>(pool, query, options);
  return row ?? { decisions: 0, medianSeconds: null };
}
