import type pg from 'pg';
import { systemActor } from '@vezne/domain/actor';
import { noteLook } from '../../db/write/bank-account-freezes.ts';
import { lockBankAccounts } from '../../db/write/bank-accounts.ts';
import { transactionWithin } from '../../db/transaction-within.ts';
import { getBankAccount } from './get.ts';
import { moveOpenDeposits } from './move-open-deposits.ts';

const FREEZE = systemActor('freeze');

/**
 * A process gives out accounts from a copy of the configuration that is at most two seconds old. The third second is for
 * deposits that were given the account at the last moment and are still being written. They count from a look that saw the
 * freeze: the time that a freeze notes is from before its commit, which may have waited.
 */
const KNOWN_TO_ALL_MS = 3_000;

/** Other changes to accounts take milliseconds. The next look tries again. */
const LOCK_WITHIN_MS = 5_000;
/** 20,000 deposits took five seconds on a busy machine. */
const TIMEOUT_MS = 60_000;

/**
 * Moves what is open on a frozen account to those that take deposits, as far as there are any, and notes how far the freeze
 * is. Returns how many deposits were moved.
 */
export async function moveFromFrozen(pool: pg.Pool, accountId: string): Promise<number> {
  return await transactionWithin(
    pool,
    async (trx) => {
      await lockBankAccounts(trx, { withinMs: LOCK_WITHIN_MS });
      const account = await getBankAccount(trx, accountId);
      // Enabled since it was looked for: its new deposits stay with it.
      if (account.status !== 'frozen') return 0;
      const { depositsMoved } = await moveOpenDeposits(trx, account, FREEZE);
      await noteLook(trx, accountId, { hasMoved: depositsMoved > 0, settledAfterMs: KNOWN_TO_ALL_MS });
      return depositsMoved;
    },
    { timeoutMs: TIMEOUT_MS },
  );
}
