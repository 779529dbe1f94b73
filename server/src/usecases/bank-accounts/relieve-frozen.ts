import { listBankAccounts } from '../../db/read/bank-accounts.ts';
import type { AdminContext } from '../admin-context.ts';
import { RefusedError } from '../refusal.ts';
import { moveFromFrozen } from './sweep.ts';

/** Their players have been told to wait for a new account; there is one now. Returns how many deposits show it. */
export async function relieveFrozenAccounts(context: AdminContext): Promise<number> {
  let depositsRelieved = 0;
  for (const { id, status, openDeposits } of await listBankAccounts(context.db)) {
    if (status !== 'frozen' || openDeposits === 0n) continue;
    try {
      depositsRelieved += (await moveFromFrozen(context, id)).depositsMoved;
    } catch (error) {
      // Somebody has opened it meanwhile: its players can pay into it again.
      if (!(error instanceof RefusedError) || error.refusal.code !== 'account_not_frozen') throw error;
    }
  }
  return depositsRelieved;
}
