import type pg from 'pg';
import { runRead } from '../statement.ts';

/** It takes a millisecond. After this long, the connection is probably lost, not slow, and every deposit waits. */
const TIMEOUT_MS = 5_000;

/**
 * The number of the next block of reference codes. Every call gets another block. A block whose answer is lost is never
 * used.
 */
export async function takeReferenceBlock(pool: pg.Pool): Promise<bigint> {
  const [row] = await runRead<{ block: bigint }>(
    pool,
    { text: `select nextval('reference_code_block') as block` },
    { timeoutMs: TIMEOUT_MS },
  );
  if (row === undefined) throw new Error('nextval returned no row.');
  return row.block;
}
