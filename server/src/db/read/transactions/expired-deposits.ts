import type pg from 'pg';
import type { Cents } from '@vezne/domain/money';
import type { TransactionType } from '@vezne/domain/transaction-state';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

export interface ExpiredDeposit {
  id: string;
  partnerId: string;
  type: TransactionType;
  amountCents: Cents;
}

/** By the database's clock, which also set the time: a worker with a wrong clock lets nothing expire early. */
const EXPIRED_SQL = `
select transaction_id as id, partner_id as "partnerId", type, amount_cents as "amountCents" from open_transaction
where status = 'waiting_payment' and expires_at <= now()
order by expires_at limit $1`;

/** Deposits whose time to pay is over, oldest first. */
export async function findExpiredDeposits(
  pool: pg.Pool,
  { limit, ...options }: StatementOptions & { limit: number },
): Promise<ExpiredDeposit[]> {
  return await runRead<ExpiredDeposit>(
    pool,
    { name: 'expired-deposits', text: EXPIRED_SQL, values: [limit] },
    options,
  );
}
