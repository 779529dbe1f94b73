import type { Kysely } from 'kysely';
import type { AccountName } from '@vezne/domain/accounts';
import { formatIban } from '@vezne/domain/iban';
import { listBankAccounts } from '../db/read/bank-accounts.ts';
import type { LedgerAccountLabel } from '../db/read/ledger-labels.ts';
import { listPartners } from '../db/read/partners.ts';
import type { Database } from '../db/schema.ts';

/** What people call partners and bank accounts, by their ids. */
export type Names = ReadonlyMap<string, string>;

/** All of them; both are few. */
export async function readNames(db: Kysely<Database>): Promise<Names> {
  const partners = await listPartners(db);
  const accounts = await listBankAccounts(db);
  return new Map([
    ...partners.map(({ id, name }) => [id, name] as const),
    ...accounts.map(({ id, iban }) => [id, formatIban(iban)] as const),
  ]);
}

/** An account of the books as commands take it: `owner_funds`, `partner_balance:Acme`, `bank:TR33 0006 …`. */
export function labelText({ kind, partner, iban }: LedgerAccountLabel): string {
  const owner = partner ?? (iban === null ? null : formatIban(iban));
  return owner === null ? kind : `${kind}:${owner}`;
}

/** The same for one that is known by the id of its owner. */
export function accountText(account: AccountName, names: Names): string {
  const owner = 'partnerId' in account ? account.partnerId : undefined;
  const id = 'bankAccountId' in account ? account.bankAccountId : owner;
  return id === undefined ? account.kind : `${account.kind}:${names.get(id) ?? id}`;
}
