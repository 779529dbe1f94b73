import type { AdminContext } from '../admin-context.ts';
import { changeBankAccount } from './change.ts';
import { relieveFrozenAccounts } from './relieve-frozen.ts';
import type { OpenedBankAccount } from './relieve-frozen.ts';

/** Ends a pause of an account's deposits, payouts or both. */
export async function resumeBankAccount(
  context: AdminContext,
  { account, deposits, payouts }: { account: string; deposits: boolean; payouts: boolean },
): Promise<OpenedBankAccount> {
  const wishes = {
    ...(deposits ? { depositsPaused: false } : {}),
    ...(payouts ? { payoutsPaused: false } : {}),
  };
  const changed = await changeBankAccount(context, { account, action: 'bank_account.resumed', wishes });
  return await relieveFrozenAccounts(context, changed);
}
