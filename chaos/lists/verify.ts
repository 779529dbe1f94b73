import assert from 'node:assert/strict';
import type pg from 'pg';
import { settledMarks } from '../../server/src/usecases/ledger/checkpoint.ts';
import { reSum } from '../../server/src/usecases/ledger/re-sum.ts';
import type { LedgerCheckpoint } from '../../server/src/db/read/ledger/checkpoints.ts';

/** A verification that has to find the books intact, with its time and what the next can go on from. */
export async function verifyIntact(
  worker: pg.Pool,
  since?: LedgerCheckpoint,
): Promise<{ seconds: number; transactions: number | null; next: LedgerCheckpoint }> {
  const startedMs = performance.now();
  const marks = await settledMarks(worker, since);
  const { rules, transactions, next } = await reSum(worker, { since, marks });
  const seconds = (performance.now() - startedMs) / 1_000;
  assert.deepEqual(
    rules.filter(({ differences }) => differences.length > 0),
    [],
  );
  assert.ok(next, 'every transaction has ended');
  return { seconds, transactions, next };
}
