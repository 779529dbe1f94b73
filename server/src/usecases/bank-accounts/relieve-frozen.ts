import { listBankAccounts } from '../../db/read/bank-accounts.ts';
import type { AdminContext } from '../admin-context.ts';
import { AdminError } from '../admin-error.ts';
import type { ChangedBankAccount } from './change.ts';
import { moveFromFrozen } from './sweep.ts';

export interface OpenedBankAccount extends ChangedBankAccount {
  /** Deposits that were left on frozen accounts, because there was none to move them to, and show an open one now. */
  depositsRelieved: number;
}

/** Their players have been told to wait for a new account; there is one now. */
export async function relieveFrozenAccounts(
  context: AdminContext,
  opened: ChangedBankAccount,
): Promise<OpenedBankAccount> {
  let depositsRelieved = 0;
  for (const { id, status, openDeposits } of await listBankAccounts(context.db)) {
    if (status !== 'frozen' || openDeposits === 0n) continue;
    try {
      depositsRelieved += (await moveFromFrozen(context, id)).depositsMoved;
    } catch (error) {
      // Somebody has opened it meanwhile: its players can pay into it again.
      if (!(error instanceof AdminError)) throw error;
    }
  }
  return { ...opened, depositsRelieved };
}
