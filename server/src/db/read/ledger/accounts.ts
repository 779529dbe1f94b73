import type pg from 'pg';
import { accountKey } from '@vezne/domain/accounts';
import type { AccountKind, AccountName } from '@vezne/domain/accounts';
import type { Posting } from '@vezne/domain/postings';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

/** Which row of the ledger each account of the chart is. Rows are never removed, so what was found once stays true. */
export interface LedgerAccountIds {
  /** Finds those that aren't known yet, all in one statement. */
  learn(accounts: readonly AccountName[]): Promise<void>;
  idOf(account: AccountName): bigint;
}

export function createLedgerAccountIds(pool: pg.Pool, options: StatementOptions): LedgerAccountIds {
  const known = new Map<string, bigint>();
  return {
    async learn(accounts) {
      const unknown = new Map<string, AccountName>();
      for (const account of accounts) {
        const key = accountKey(account);
        if (!known.has(key)) unknown.set(key, account);
      }
      if (unknown.size === 0) return;
      const found = await findLedgerAccountIds(pool, [...unknown.values()], options);
      for (const [key, id] of found) known.set(key, id);
    },
    idOf(account) {
      const id = known.get(accountKey(account));
      if (id === undefined) throw new Error(`The ledger has no account ${accountKey(account)}.`);
      return id;
    },
  };
}

export function accountsOfPosting({ transfers }: Posting): AccountName[] {
  return transfers.flatMap(({ debit, credit }) => [debit, credit]);
}

/** One part for each kind of owner, so that each finds its rows by the index of names: no index knows `is not distinct from`. */
const FIND_SQL = `
with name as (
  select * from unnest($1::text[], $2::uuid[], $3::uuid[]) as name (kind, partner_id, bank_account_id)
), found as (
  select account.* from name join ledger_account account
    on account.kind = name.kind and account.partner_id = name.partner_id
  union all
  select account.* from name join ledger_account account
    on account.kind = name.kind and account.partner_id is null and account.bank_account_id = name.bank_account_id
  union all
  select account.* from name join ledger_account account
    on account.kind = name.kind and account.partner_id is null and account.bank_account_id is null
      and name.partner_id is null and name.bank_account_id is null
)
select id, kind, partner_id as "partnerId", bank_account_id as "bankAccountId" from found`;

interface Found {
  id: bigint;
  kind: AccountKind;
  partnerId: string | null;
  bankAccountId: string | null;
}

/**
 * The ids of the ledger accounts with these names, by the keys of the names. A name without a row is missing in the result.
 */
export async function findLedgerAccountIds(
  pool: pg.Pool,
  names: readonly AccountName[],
  options: StatementOptions,
): Promise<Map<string, bigint>> {
  const values = [
    names.map(({ kind }) => kind),
    names.map((name) => ('partnerId' in name ? name.partnerId : null)),
    names.map((name) => ('bankAccountId' in name ? name.bankAccountId : null)),
  ];
  const rows = await runRead<Found>(pool, { name: 'ledger-accounts', text: FIND_SQL, values }, options);
  return new Map(rows.map((row) => [accountKey(nameOf(row)), row.id]));
}

function nameOf({ kind, partnerId, bankAccountId }: Found): AccountName {
  if (partnerId !== null) return { kind, partnerId } as AccountName;
  return (bankAccountId === null ? { kind } : { kind, bankAccountId }) as AccountName;
}
