import type pg from 'pg';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

/** Somebody has a deposit open. */
export interface DepositClaim {
  staffId: string;
  handle: string;
  name: string;
  until: Date;
}

/** Whether the claim `alias` still counts. With the session of its person it is over, whatever its time. */
export function isLiveClaimSql(alias: string): string {
  return `(${alias}.until > now() and exists (select from staff_session s where s.id = ${alias}.session_id and s.ended_at is null))`;
}

/** The deposits that somebody has open. */
export const LIVE_CLAIMS = `select c.transaction_id from deposit_claim c where ${isLiveClaimSql('c')}`;

const CLAIMS_SQL = `
select c.transaction_id as "transactionId", c.staff_id as "staffId", p.handle, p.name, c.until
from deposit_claim c join staff p on p.id = c.staff_id
where c.transaction_id = any ($1) and ${isLiveClaimSql('c')}
  and exists (select from open_transaction o where o.transaction_id = c.transaction_id)`;

/** Who has these deposits open, as far as somebody has. Nobody has one open that is decided. */
export async function findClaims(
  pool: pg.Pool,
  transactionIds: readonly string[],
  options: StatementOptions,
): Promise<Map<string, DepositClaim>> {
  const query = { name: 'deposit-claims', text: CLAIMS_SQL, values: [transactionIds] };
  const rows = await runRead<DepositClaim & { transactionId: string }>(pool, query, options);
  return new Map(rows.map(({ transactionId, ...claim }) => [transactionId, claim]));
}
