import type { AccountKind } from '@vezne/domain/accounts';

/** A ledger account in words that people use: its kind, and its owner. */
export interface LedgerAccountLabel {
  kind: AccountKind;
  partner: string | null;
  iban: string | null;
}

/** SQL for the label of the ledger account that a table alias names, as one JSON value. */
export function labelSql(alias: string): string {
  return `json_build_object('kind', ${alias}.kind,
    'partner', (select name from partner where partner.id = ${alias}.partner_id),
    'iban', (select iban from bank_account where bank_account.id = ${alias}.bank_account_id))`;
}

/** SQL for the same text that the domain's `accountKey` gives an account. */
export function accountKeySql(alias: string): string {
  return `${alias}.kind || coalesce(':' || coalesce(${alias}.partner_id, ${alias}.bank_account_id), '')`;
}
