import type { Kysely } from 'kysely';
import { normalizeIban } from '@vezne/domain/iban';
import { findBankAccount } from '../../db/read/bank-accounts/bank-accounts.ts';
import type { SettlementAccount } from '../../db/read/partners/partners.ts';
import type { Database } from '../../db/schema.ts';
import { checkedText } from '../checked-text.ts';
import { refused } from '../refusal.ts';

const HOLDER_NAME_MAX_LENGTH = 128;

/** The account in the form that is stored. Money that is settled leaves us, so none of our own accounts can get it. */
export async function checkedSettlementAccount(
  db: Kysely<Database>,
  account: SettlementAccount,
): Promise<SettlementAccount> {
  const iban = normalizeIban(account.iban);
  if (iban === undefined) throw refused('iban_invalid', { text: account.iban });
  // Balances are in TRY.
  if (!iban.startsWith('TR')) throw refused('iban_not_turkish', { iban });
  if (await findBankAccount(db, iban)) throw refused('settlement_iban_ours', { iban });
  return {
    iban,
    holderName: checkedText('holder_name', account.holderName, { maxLength: HOLDER_NAME_MAX_LENGTH }),
  };
}
