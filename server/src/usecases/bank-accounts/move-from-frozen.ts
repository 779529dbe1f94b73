import type pg from 'pg';
import { systemActor } from '@vezne/domain/actor';
import { isForbidden } from '../../db/errors.ts';
import { transactionWithin } from '../../db/transaction-within.ts';
import { lockFreeze, noteLook } from '../../db/write/bank-accounts/bank-account-freezes.ts';
import { setLockTimeout } from '../../db/write/installation/locks.ts';
import { getBankAccount } from './get.ts';
import { moveOpenDeposits } from './move-open-deposits.ts';

const FREEZE = systemActor('freeze');

/**
 * A process gives out accounts from a copy of the configuration that is at most two seconds old. The third second is for
 * deposits that were given the account at the last moment and are still being written. They count from a look that saw the
 * freeze: the time that a freeze notes is from before its commit, which may have waited.
 */
const KNOWN_TO_ALL_MS = 3_000;

/** Other work on these rows takes milliseconds. The next look tries again. */
const LOCK_WITHIN_MS = 3_000;
/** 20,000 deposits took five seconds on a busy machine. */
const TIMEOUT_MS = 60_000;

/**
 * Moves what is open on a frozen account to those that take deposits, as far as there are any, and notes how far the freeze
 * is. Returns how many deposits were moved.
 *
 * It doesn't take the lock of changes to bank accounts: a worker that kept it would keep people from freezing one. So an account
 * may be frozen while deposits are moved to it. The database refuses the move if it sees that, and it is made anew; if not, that
 * account is looked at too, within a second.
 */
export async function moveFromFrozen(pool: pg.Pool, accountId: string): Promise<number> {
  try {
    return await move(pool, accountId);
  } catch (error) {
    if (!isForbidden(error)) throw error;
    return await move(pool, accountId);
  }
}

async function move(pool: pg.Pool, accountId: string): Promise<number> {
  return await transactionWithin(
    pool,
    async (trx) => {
      await setLockTimeout(trx, LOCK_WITHIN_MS);
      // Before the deposits, as a freeze does it.
      await lockFreeze(trx, accountId);
      const account = await getBankAccount(trx, accountId);
      // Enabled since it was looked for: its new deposits stay with it.
      if (account.status !== 'frozen') return 0;
      // One deposit that somebody holds must not keep the others on the account.
      const { depositsMoved, depositsHeld } = await moveOpenDeposits(trx, account, FREEZE, {
        skipLocked: true,
      });
      const hasMoved = depositsMoved > 0 || depositsHeld > 0;
      await noteLook(trx, accountId, { hasMoved, settledAfterMs: KNOWN_TO_ALL_MS });
      return depositsMoved;
    },
    { timeoutMs: TIMEOUT_MS },
  );
}
