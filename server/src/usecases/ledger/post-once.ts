import type pg from 'pg';
import { isTaken } from '../../db/constraint.ts';
import { hasLedgerOperation } from '../../db/read/ledger-operations.ts';
import { postOperation } from '../../db/write/ledger/operations.ts';
import type { NewOperation } from '../../db/write/ledger/operations.ts';
import type { RetryUntilSettled } from '../../db/retry-until-settled.ts';

const OPTIONS = { timeoutMs: 5_000 };
const SAME_OPERATION = 'ledger_operation_pkey';

/**
 * Posts an operation, whatever becomes of the connection: an attempt whose answer was lost may have been made, and the next
 * must neither make it again nor say that the balance, which the first has lowered, doesn't allow it.
 */
export async function postOnce(
  pool: pg.Pool,
  operation: NewOperation,
  retry: RetryUntilSettled,
): Promise<boolean> {
  let isFirst = true;
  return await retry.run(async () => {
    const wasFirst = isFirst;
    isFirst = false;
    try {
      if (await postOperation(pool, operation, OPTIONS)) return true;
    } catch (error) {
      if (isTaken(error, SAME_OPERATION)) return true;
      throw error;
    }
    return wasFirst ? false : await hasLedgerOperation(pool, operation.id, OPTIONS);
  });
}
