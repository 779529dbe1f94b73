import type pg from 'pg';
import type { Cents } from '@vezne/domain/money';
import type { BankAccountStatus } from '../../schema/bank-accounts.ts';
import { authorisedFrom } from '../../open-transactions.ts';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

/** Whether a bank account can pay now, and how much. */
export interface PayingAccount {
  id: string;
  status: BankAccountStatus;
  payoutsPaused: boolean;
  /** What it holds by the books. */
  balanceCents: Cents;
  /** What is authorised to leave from it and has not been approved yet. */
  authorisedCents: Cents;
  toleranceCents: Cents;
}

const PAYING_ACCOUNTS_SQL = `
select a.id, a.status, a.payouts_paused as "payoutsPaused", a.tolerance_cents as "toleranceCents",
  l.balance_cents as "balanceCents",
  coalesce((
    ${authorisedFrom('a.id')}
  ), 0)::int8 as "authorisedCents"
from bank_account a join ledger_account l on l.bank_account_id = a.id and l.kind = 'bank'
where a.id = any ($1)`;

export async function findPayingAccounts(
  pool: pg.Pool,
  ids: readonly string[],
  options: StatementOptions,
): Promise<Map<string, PayingAccount>> {
  if (ids.length === 0) return new Map();
  const rows = await runRead<PayingAccount>(
    pool,
    { name: 'paying-accounts', text: PAYING_ACCOUNTS_SQL, values: [ids] },
    options,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
