import type { AdminContext } from '../admin-context.ts';
import { changeBankAccount } from './change.ts';
import type { ChangedBankAccount } from './change.ts';

/** From disabled or frozen: players may be shown the account and payouts may leave from it. */
export async function enableBankAccount(context: AdminContext, account: string): Promise<ChangedBankAccount> {
  return await changeBankAccount(context, {
    account,
    action: 'bank_account.enabled',
    wishes: { status: 'enabled' },
  });
}
