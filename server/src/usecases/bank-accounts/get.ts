import type { Kysely, Transaction } from 'kysely';
import { normalizeIban } from '@vezne/domain/iban';
import { findBankAccount } from '../../db/read/bank-accounts/bank-accounts.ts';
import type { BankAccountRecord } from '../../db/read/bank-accounts/bank-accounts.ts';
import type { Database } from '../../db/schema.ts';
import { lockBankAccounts } from '../../db/write/bank-accounts/bank-accounts.ts';
import { refused } from '../refusal.ts';

/** The bank account with this id or IBAN, however the IBAN is spaced. */
export async function getBankAccount(db: Kysely<Database>, idOrIban: string): Promise<BankAccountRecord> {
  const account = await findBankAccount(db, normalizeIban(idOrIban) ?? idOrIban);
  if (account !== undefined) return account;
  throw refused('bank_account_not_found', { named: idOrIban });
}

/** The same, with all bank accounts locked: they change only here until the transaction ends. */
export async function getBankAccountForChange(
  trx: Transaction<Database>,
  idOrIban: string,
): Promise<BankAccountRecord> {
  await lockBankAccounts(trx);
  return await getBankAccount(trx, idOrIban);
}
