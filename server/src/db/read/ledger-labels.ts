import type { AccountKind } from '@vezne/domain/accounts';

/** An account of the books by what people call it: its kind, and whose it is. */
export interface LedgerAccountLabel {
  kind: AccountKind;
  partner: string | null;
  iban: string | null;
}

/** The label of the ledger account of an alias, as one JSON value. */
export function labelSql(alias: string): string {
  return `json_build_object('kind', ${alias}.kind,
    'partner', (select name from partner where partner.id = ${alias}.partner_id),
    'iban', (select iban from bank_account where bank_account.id = ${alias}.bank_account_id))`;
}
