import type { Kysely } from 'kysely';
import { ACCOUNT_KINDS } from '@vezne/domain/accounts';
import type { AccountKind, AccountName } from '@vezne/domain/accounts';
import type { Database } from '../../db/schema.ts';
import { CommandError } from '../command-error.ts';
import { getBankAccount } from '../../usecases/bank-accounts/get.ts';
import { getPartner } from '../../usecases/partners/get.ts';

const OWNER_TEXTS = { bank_account: ':IBAN-or-id', partner: ':NAME-or-id', house: '' } as const;

/** How accounts are written: "bank:IBAN-or-id, …, owner_funds". */
const ACCOUNTS_TEXT = Object.entries(ACCOUNT_KINDS)
  .map(([kind, { owner }]) => `${kind}${OWNER_TEXTS[owner]}`)
  .join(', ');

export const ACCOUNTS_NOTE = `Accounts are written as:\n  ${ACCOUNTS_TEXT.replace(', partner_balance', ',\n  partner_balance').replace(', bank_fees', ',\n  bank_fees')}`;

/** The account for a text such as `owner_funds`, `bank:IBAN-or-id` or `partner_balance:NAME-or-id`. */
export async function accountNamed(db: Kysely<Database>, text: string): Promise<AccountName> {
  const colon = text.indexOf(':');
  const kind = colon === -1 ? text : text.slice(0, colon);
  const owner = colon === -1 ? '' : text.slice(colon + 1).trim();
  if (!isKind(kind)) throw notAnAccount(text);
  const expected = ACCOUNT_KINDS[kind].owner;
  if ((owner === '') !== (expected === 'house')) throw notAnAccount(text);
  if (expected === 'bank_account')
    return { kind, bankAccountId: (await getBankAccount(db, owner)).id } as AccountName;
  if (expected === 'partner') return { kind, partnerId: (await getPartner(db, owner)).id } as AccountName;
  return { kind } as AccountName;
}

function isKind(text: string): text is AccountKind {
  return Object.hasOwn(ACCOUNT_KINDS, text);
}

function notAnAccount(text: string): CommandError {
  return new CommandError(`"${text}" is not an account of the books. Write one of: ${ACCOUNTS_TEXT}.`);
}
