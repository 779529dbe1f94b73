import type { Cents } from '@vezne/domain/money';
import type { AdminContext } from '../admin-context.ts';
import { changeBankAccount } from './change.ts';
import type { ChangedBankAccount } from './change.ts';

/** Sets how much the account may be given to receive in a day (Europe/Istanbul); null takes the cap away. */
export async function setBankAccount(
  context: AdminContext,
  { account, dailyCapCents }: { account: string; dailyCapCents: Cents | null },
): Promise<ChangedBankAccount> {
  return await changeBankAccount(context, { account, action: 'bank_account.set', wishes: { dailyCapCents } });
}
