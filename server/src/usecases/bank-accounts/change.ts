import type { Transaction } from 'kysely';
import type { BankAccountRecord, BankAccountSettings } from '../../db/read/bank-accounts.ts';
import type { Database } from '../../db/schema.ts';
import { insertCommandLineEntry } from '../../db/write/audit-entries.ts';
import { updateBankAccount } from '../../db/write/bank-accounts.ts';
import type { AdminContext } from '../admin-context.ts';
import { changeBetween } from '../change.ts';
import type { Change } from '../change.ts';
import { getBankAccountForChange } from './get.ts';

export interface ChangedBankAccount {
  account: BankAccountRecord;
  /** undefined: it was like that already, and nothing was written. */
  change: Change | undefined;
}

/** Changes some of an account's settings and keeps the rest; the audit log names the action. */
export async function changeBankAccount(
  { db, actor }: AdminContext,
  request: {
    account: string;
    action: string;
    wishes: Partial<BankAccountSettings>;
    /** Throws when the change must not be made. */
    check?: (trx: Transaction<Database>, before: BankAccountRecord) => Promise<void>;
  },
): Promise<ChangedBankAccount> {
  return await db.transaction().execute(async (trx) => {
    const before = await getBankAccountForChange(trx, request.account);
    const account = { ...before, ...request.wishes };
    const change = changeBetween(before, account);
    if (change === undefined) return { account, change };
    await request.check?.(trx, before);
    await updateBankAccount(trx, account.id, account);
    await insertCommandLineEntry(trx, {
      actor,
      action: request.action,
      subjectType: 'bank_account',
      subjectId: account.id,
      details: { ...change },
    });
    return { account, change };
  });
}
