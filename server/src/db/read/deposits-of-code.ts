import type pg from 'pg';
import { runRead } from '../statement.ts';
import type { StatementOptions } from '../statement.ts';

export interface DepositOfCode {
  id: string;
  referenceCode: string;
}

/** The deposit by its number, or by its code if it is older than the numbers; and the late money of it. */
export const DEPOSITS_OF_CODE_SQL = `
with original as materialized (
  select id, reference_code from transaction where reference_number = $1
  union all
  select id, reference_code from transaction
  where reference_code = $2 and reference_number is null and original_transaction_id is null
)
select id, reference_code as "referenceCode" from original
union all
select late.id, late.reference_code from original cross join lateral (
  select id, reference_code from transaction where original_transaction_id = original.id offset 0
) as late
order by id`;

/** The first one comes first. */
export async function findDepositsOfCode(
  pool: pg.Pool,
  { number, code }: { number: number; code: string },
  options: StatementOptions,
): Promise<DepositOfCode[]> {
  return await runRead<DepositOfCode>(
    pool,
    { text: DEPOSITS_OF_CODE_SQL, values: [BigInt(number), code] },
    options,
  );
}
