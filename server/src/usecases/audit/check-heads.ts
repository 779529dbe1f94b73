import type { Kysely } from 'kysely';
import { findSeal, findSealByHash } from '../../db/read/audit-seals.ts';
import type { Database } from '../../db/schema.ts';
import { refused } from '../refusal.ts';
import { parseHeadLine } from './head-line.ts';

/**
 * Whether a seal has this published hash. A chain that was shortened or rebuilt is still consistent in itself; only a hash
 * published outside the database shows the change.
 */
export async function isHeadInChain(db: Kysely<Database>, hash: Buffer): Promise<boolean> {
  return (await findSealByHash(db, hash)) !== undefined;
}

export interface CheckedHeads {
  /** How many were found in the chain, up to the first that was not. */
  headsChecked: number;
  missingSealNo: bigint | null;
}

/** Checks every line that the worker has published. The lines are never all in memory. */
export async function checkHeads(db: Kysely<Database>, lines: AsyncIterable<string>): Promise<CheckedHeads> {
  let headsChecked = 0;
  for await (const line of lines) {
    const head = parseHeadLine(line);
    if (head === undefined) throw refused('published_head_unreadable', { lineNo: headsChecked + 1 });
    const seal = await findSeal(db, head.sealNo);
    if (!seal?.hash.equals(head.hash)) return { headsChecked, missingSealNo: head.sealNo };
    headsChecked += 1;
  }
  return { headsChecked, missingSealNo: null };
}
