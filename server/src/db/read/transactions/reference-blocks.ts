import type pg from 'pg';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

/** The first block of reference codes that nobody was given. */
export async function readNextReferenceBlock(pool: pg.Pool, options: StatementOptions): Promise<bigint> {
  const text = 'select next_block as block from reference_code_counter';
  const [row] = await runRead<{ block: bigint }>(pool, { text }, options);
  if (row === undefined) throw new Error('There is no counter of reference codes.');
  return row.block;
}
