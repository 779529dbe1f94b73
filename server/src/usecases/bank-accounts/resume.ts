import type { AdminContext } from '../admin-context.ts';
import { changeBankAccount } from './change.ts';
import type { ChangedBankAccount } from './change.ts';

/** Ends a pause of an account's deposits, payouts or both. */
export async function resumeBankAccount(
  context: AdminContext,
  { account, deposits, payouts }: { account: string; deposits: boolean; payouts: boolean },
): Promise<ChangedBankAccount> {
  const wishes = {
    ...(deposits ? { depositsPaused: false } : {}),
    ...(payouts ? { payoutsPaused: false } : {}),
  };
  return await changeBankAccount(context, { account, action: 'bank_account.resumed', wishes });
}
