import type pg from 'pg';
import { runRead } from '../statement.ts';

/** It takes a millisecond; after this long the connection is more likely gone than slow, and every deposit waits. */
const TIMEOUT_MS = 5_000;

/** The number of the next block of reference codes; no other process gets the same one. A block lost on the way is lost. */
export async function takeReferenceBlock(pool: pg.Pool): Promise<bigint> {
  const [row] = await runRead<{ block: bigint }>(
    pool,
    { text: `select nextval('reference_code_block') as block` },
    { timeoutMs: TIMEOUT_MS },
  );
  if (row === undefined) throw new Error('nextval returned no row.');
  return row.block;
}
