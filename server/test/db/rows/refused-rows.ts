import type pg from 'pg';
import { insertRow } from './row.ts';
import type { Row } from './row.ts';

/** Refused money of a deposit. In life only a transfer writes it; here its rules are tried by themselves. */
export async function makeRefusedMoney(
  owner: pg.Pool,
  world: { lateDeposit: Row; bankAccount: Row },
): Promise<Row> {
  const row = refusedMoneyRow({ deposit: world.lateDeposit, bankAccount: world.bankAccount });
  await insertRow(owner, 'refused_money', row);
  return row;
}

export function refusedMoneyRow({ deposit, bankAccount }: { deposit: Row; bankAccount: Row }): Row {
  return {
    transaction_id: deposit['id'],
    bank_account_id: bankAccount['id'],
    amount_cents: 500n,
    open_cents: 500n,
    since: new Date(),
  };
}
