import type pg from 'pg';
import { runWrite } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

/** It takes milliseconds. After this long, the connection is probably lost, not slow, and every deposit waits. */
const TIMEOUT_MS = 5_000;

/**
 * The number of the next block of reference codes, once no failover can give it to another. A block whose answer is lost, or whose commit
 * is not confirmed, is never used.
 */
export async function takeReferenceBlock(pool: pg.Pool): Promise<bigint> {
  const [row] = await runWrite<{ block: bigint }>(
    pool,
    { text: 'select take_reference_block() as block' },
    { timeoutMs: TIMEOUT_MS },
  );
  if (row === undefined) throw new Error('take_reference_block returned no row.');
  return row.block;
}

/**
 * Leaves out so many blocks, whose codes may be on transfers that this database does not know. Returns the first block that is given from now
 * on. Run again, it leaves out as many once more, which costs codes and nothing else.
 */
export async function advanceReferenceBlocks(
  pool: pg.Pool,
  blocks: bigint,
  options: StatementOptions,
): Promise<bigint> {
  const [row] = await runWrite<{ block: bigint }>(
    pool,
    { text: 'select advance_reference_blocks($1) as block', values: [blocks] },
    options,
  );
  if (row === undefined) throw new Error('advance_reference_blocks returned no row.');
  return row.block;
}
