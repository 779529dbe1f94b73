import type { Kysely } from 'kysely';
import type { AccountName } from '@vezne/domain/accounts';
import { formatIban } from '@vezne/domain/iban';
import { listBankAccounts } from '../db/read/bank-accounts/bank-accounts.ts';
import type { LedgerAccountLabel } from '../db/read/ledger/labels.ts';
import { readAllStaff } from '../db/read/staff/staff.ts';
import { listPartners } from '../db/read/partners/partners.ts';
import type { Database } from '../db/schema.ts';

/** The names of partners, bank accounts and people, by their ids. */
export type Names = ReadonlyMap<string, string>;

/** All of them; there are few of each. */
export async function readNames(db: Kysely<Database>): Promise<Names> {
  const partners = await listPartners(db);
  const accounts = await listBankAccounts(db);
  const staff = await readAllStaff(db);
  return new Map([
    ...partners.map(({ id, name }) => [id, name] as const),
    ...accounts.map(({ id, iban }) => [id, formatIban(iban)] as const),
    ...staff.map(({ id, handle }) => [id, handle] as const),
  ]);
}

/** A ledger account as commands accept it: `owner_funds`, `partner_balance:Acme`, `bank:TR33 0006 …`. */
export function labelText({ kind, partner, iban }: LedgerAccountLabel): string {
  const owner = partner ?? (iban === null ? null : formatIban(iban));
  return owner === null ? kind : `${kind}:${owner}`;
}

/** The same for an account that is given by its owner's id. */
export function accountText(account: AccountName, names: Names): string {
  const owner = 'partnerId' in account ? account.partnerId : undefined;
  const id = 'bankAccountId' in account ? account.bankAccountId : owner;
  return id === undefined ? account.kind : `${account.kind}:${names.get(id) ?? id}`;
}
