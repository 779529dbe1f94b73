import type { AdminContext } from '../admin-context.ts';
import { changeBankAccount } from './change.ts';
import type { ChangedBankAccount } from './change.ts';

/** No new deposit is given the account, no new payout leaves from it, or both. */
export async function pauseBankAccount(
  context: AdminContext,
  { account, deposits, payouts }: { account: string; deposits: boolean; payouts: boolean },
): Promise<ChangedBankAccount> {
  const wishes = {
    ...(deposits ? { depositsPaused: true } : {}),
    ...(payouts ? { payoutsPaused: true } : {}),
  };
  return await changeBankAccount(context, { account, action: 'bank_account.paused', wishes });
}
