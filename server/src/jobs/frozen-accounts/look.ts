import type pg from 'pg';
import type { Logger } from 'pino';
import { findFrozenAccountsWithWork } from '../../db/read/bank-accounts/frozen-accounts.ts';
import { moveFromFrozen } from '../../usecases/bank-accounts/move-from-frozen.ts';

const TIMEOUT_MS = 5_000;

/** One look at all frozen accounts. One that fails holds no other up; the look fails with it in the end. */
export async function lookAtFrozenAccounts({
  pool,
  log,
  noteFailure = () => undefined,
}: {
  pool: pg.Pool;
  log: Logger;
  /** This look fails. It may take long until it ends: an account that somebody holds takes seconds, and there may be many. */
  noteFailure?: (error: unknown) => void;
}): Promise<void> {
  const failures: unknown[] = [];
  for (const accountId of await findFrozenAccountsWithWork(pool, { timeoutMs: TIMEOUT_MS })) {
    try {
      const depositsMoved = await moveFromFrozen(pool, accountId);
      if (depositsMoved > 0)
        log.info({ accountId, depositsMoved }, 'deposits of a frozen account were moved');
    } catch (error) {
      failures.push(error);
      noteFailure(error);
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, 'The deposits of a frozen account could not be moved.');
}
