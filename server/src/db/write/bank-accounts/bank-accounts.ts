import type { Transaction } from 'kysely';
import type { Cents } from '@vezne/domain/money';
import type { BankAccountSettings } from '../../read/bank-accounts/bank-accounts.ts';
import type { Database } from '../../schema.ts';
import { takeWorkLock } from '../installation/locks.ts';

/** The constraint that prevents adding an IBAN twice. */
export const BANK_ACCOUNT_IBAN_KEY = 'bank_account_iban_key';

/**
 * Allows one change to bank accounts at a time. Row locks are not enough: a freeze moves deposits to accounts that it only
 * reads, and two freezes at once could each move them to the account that the other is freezing.
 */
export async function lockBankAccounts(trx: Transaction<Database>): Promise<void> {
  await takeWorkLock(trx, 'bank_accounts');
}

export interface NewBankAccount {
  id: string;
  bankName: string;
  holderName: string;
  iban: string;
  dailyCapCents: Cents | null;
}

export async function insertBankAccount(trx: Transaction<Database>, account: NewBankAccount): Promise<void> {
  await trx
    .insertInto('bank_account')
    .values({
      id: account.id,
      bank_name: account.bankName,
      holder_name: account.holderName,
      iban: account.iban,
      daily_cap_cents: account.dailyCapCents,
    })
    .execute();
}

export async function updateBankAccount(
  trx: Transaction<Database>,
  id: string,
  settings: BankAccountSettings,
): Promise<void> {
  await trx
    .updateTable('bank_account')
    .set({
      status: settings.status,
      deposits_paused: settings.depositsPaused,
      payouts_paused: settings.payoutsPaused,
      daily_cap_cents: settings.dailyCapCents,
      tolerance_cents: settings.toleranceCents,
    })
    .where('id', '=', id)
    .execute();
}
