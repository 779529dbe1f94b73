import type { AdminContext } from '../admin-context.ts';
import { changeBankAccount } from './change.ts';
import { relieveFrozenAccounts } from './relieve-frozen.ts';
import type { OpenedBankAccount } from './relieve-frozen.ts';

/** From disabled or frozen: players may be shown the account and payouts may leave from it. */
export async function enableBankAccount(context: AdminContext, account: string): Promise<OpenedBankAccount> {
  const changed = await changeBankAccount(context, {
    account,
    action: 'bank_account.enabled',
    wishes: { status: 'enabled' },
  });
  return await relieveFrozenAccounts(context, changed);
}
