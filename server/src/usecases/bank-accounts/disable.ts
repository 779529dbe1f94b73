import type { Transaction } from 'kysely';
import { countOtherEnabledAccounts } from '../../db/read/bank-accounts.ts';
import type { BankAccountRecord } from '../../db/read/bank-accounts.ts';
import { readSettingsInForce } from '../../db/read/platform-settings.ts';
import type { Database } from '../../db/schema.ts';
import type { AdminContext } from '../admin-context.ts';
import { AdminError } from '../admin-error.ts';
import { changeBankAccount } from './change.ts';
import type { ChangedBankAccount } from './change.ts';

/** No new deposit is given the account. Deposits that show it already go on: the account itself still works. */
export async function disableBankAccount(
  context: AdminContext,
  account: string,
): Promise<ChangedBankAccount> {
  return await changeBankAccount(context, {
    account,
    action: 'bank_account.disabled',
    wishes: { status: 'disabled' },
    check: refuseLastEnabled,
  });
}

/** Without an enabled account every deposit is refused, which is a pause that nobody announced. */
async function refuseLastEnabled(trx: Transaction<Database>, account: BankAccountRecord): Promise<void> {
  if (account.status !== 'enabled' || (await countOtherEnabledAccounts(trx, account.id)) > 0n) return;
  if ((await readSettingsInForce(trx)).depositsPaused) return;
  throw new AdminError(
    'This is the last enabled account, and without one every deposit is refused. ' +
      'Enable another account first, or pause all deposits with: vezne platform pause --deposits',
  );
}
