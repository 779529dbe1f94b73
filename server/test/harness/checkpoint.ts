import type pg from 'pg';
import type { LedgerCheckpoint } from '../../src/db/read/ledger/checkpoints.ts';
import { settledMarks } from '../../src/usecases/ledger/checkpoint.ts';
import { reSum } from '../../src/usecases/ledger/re-sum.ts';

/** What the nightly run would keep now. */
export async function checkpointNow(
  worker: pg.Pool,
  since?: LedgerCheckpoint,
  { withinMs }: { withinMs?: number } = {},
): Promise<LedgerCheckpoint> {
  const marks = await settledMarks(worker, since, withinMs === undefined ? {} : { withinMs });
  const { next } = await reSum(worker, { since, marks });
  if (next === undefined) throw new Error('A transaction did not end, and there is no checkpoint.');
  return next;
}
