import type pg from 'pg';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

/**
 * Accounts are few and read whole. Of their open deposits one is enough to know: a limit keeps PostgreSQL from reading all
 * of them into a hash, and the index finds it.
 */
export const FROZEN_ACCOUNTS_WITH_WORK_SQL = `
select frozen.id from bank_account frozen
left join bank_account_freeze watch on watch.bank_account_id = frozen.id
where frozen.status = 'frozen' and (
  (watch.bank_account_id is not null and watch.settled_at is null)
  or (
    exists (
      select from bank_account other
      where other.status = 'enabled' and not other.deposits_paused and other.currency = frozen.currency
    )
    and (
      select true from open_transaction o
      where o.bank_account_id = frozen.id and o.status = 'waiting_payment' limit 1
    )
  )
)
order by frozen.id`;

/** Frozen accounts that may still get deposits, and those with open deposits that another account can take. */
export async function findFrozenAccountsWithWork(
  pool: pg.Pool,
  options: StatementOptions,
): Promise<string[]> {
  const rows = await runRead<{ id: string }>(
    pool,
    { name: 'frozen-accounts-with-work', text: FROZEN_ACCOUNTS_WITH_WORK_SQL },
    options,
  );
  return rows.map(({ id }) => id);
}
