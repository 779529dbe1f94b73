import type pg from 'pg';
import type { Cents } from '@vezne/domain/money';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

/** A balance that a person typed because the books showed too little. */
export interface TypedBalance {
  at: Date;
  /** Who typed it. A second person may have confirmed. */
  typedBy: string;
  bankAccountId: string;
  /** The payout or the operation that the money was for. */
  transactionId: string | null;
  operationId: string | null;
  bankBalanceCents: Cents;
  bookBalanceCents: Cents;
  /** What the bank has more than the books. */
  differenceCents: Cents;
}

/** Amounts are kept as people read them: 1000.00. */
const centsOf = (key: string): string => `((said ->> '${key}')::numeric * 100)::int8`;

/** Each side by its own small index, and no more of each than is asked for. */
export const DRIFT_SQL = `
select at, "typedBy", "bankAccountId", "transactionId", "operationId",
  ${centsOf('bankBalance')} as "bankBalanceCents", ${centsOf('bookBalance')} as "bookBalanceCents",
  ${centsOf('bankBalance')} - ${centsOf('bookBalance')} as "differenceCents"
from (
  (
    select s.at, coalesce(s.asked_by, s.actor) as "typedBy",
      coalesce((s.said ->> 'bankAccountId')::uuid, t.bank_account_id) as "bankAccountId", t.id as "transactionId",
      null::uuid as "operationId", s.said
    from (select * from transaction_step where said ? 'bankBalance' order by at desc limit $1) as s
      join transaction t on t.id = s.transaction_id
  )
  union all
  (
    select at, actor, bank_account_id, null, id, said from ledger_operation where said ? 'bankBalance' order by at desc limit $1
  )
) as typed order by at desc limit $1`;

/** The newest first. */
export async function listTypedBalances(
  pool: pg.Pool,
  { limit }: { limit: number },
  options: StatementOptions,
): Promise<TypedBalance[]> {
  return await runRead<TypedBalance>(pool, { text: DRIFT_SQL, values: [limit] }, options);
}
