import type pg from 'pg';
import { columnValues, unnestColumns } from '../../statement.ts';
import { runWrite } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';
import {
  LOCKED_TRANSACTIONS,
  MOVED,
  NEW_STATE,
  STATE_HOLDS,
  STEP_COLUMNS,
  feedsOf,
  historyAndEvents,
} from './step.ts';
import type { Step } from './step.ts';

const PARTNER_IDS = `$${STEP_COLUMNS.length + 1}::uuid[]`;

const MOVE_SQL = `
with asked as (
  select * from ${unnestColumns(STEP_COLUMNS, 'asked')}
), ${LOCKED_TRANSACTIONS}, ready as materialized (
  select a.* from asked a join locked t on t.id = a.id where ${STATE_HOLDS}
), moved as (
  update transaction t set ${NEW_STATE} from ready a where t.id = a.id returning ${MOVED}
), ${historyAndEvents({ partnerIds: PARTNER_IDS, after: 'ready' })}
select id from moved`;

/**
 * Takes steps that move no money: cancellations, expiries, and a player's statement that the transfer was sent. The
 * processes that do this have no right to write in the books. Returns the transactions that moved; the others had moved
 * before.
 */
export async function moveTransactions(
  pool: pg.Pool,
  steps: readonly Step[],
  options: StatementOptions,
): Promise<Set<string>> {
  const values = [...columnValues(STEP_COLUMNS, steps), feedsOf(steps)];
  const rows = await runWrite<{ id: string }>(
    pool,
    { name: 'move-transactions', text: MOVE_SQL, values },
    options,
  );
  return new Set(rows.map(({ id }) => id));
}
