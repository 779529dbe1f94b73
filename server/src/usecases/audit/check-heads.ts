import type { Kysely } from 'kysely';
import { findSeal, findSealByHash } from '../../db/read/audit/seals.ts';
import type { Database } from '../../db/schema.ts';
import { refused } from '../refusal.ts';
import { headDifference, parseHeadLine } from './head-line.ts';
import type { HeadDifference } from './head-line.ts';

/**
 * The seal that has this published hash. A chain that was shortened or rebuilt is still consistent in itself; only a hash
 * published outside the database shows the change.
 */
export async function findHeadInChain(db: Kysely<Database>, hash: Buffer): Promise<bigint | undefined> {
  return (await findSealByHash(db, hash))?.sealNo;
}

export interface CheckedHeads {
  /** How many were found in the chain, up to the first that was not. */
  headsChecked: number;
  missingSealNo: bigint | null;
  difference: HeadDifference | null;
  /** The highest seal that a head was found for. Nothing outside the database speaks for those after it. */
  provenSealNo: bigint | null;
}

/** Checks every line that the worker has published. The lines are never all in memory. */
export async function checkHeads(db: Kysely<Database>, lines: AsyncIterable<string>): Promise<CheckedHeads> {
  const checked: CheckedHeads = {
    headsChecked: 0,
    missingSealNo: null,
    difference: null,
    provenSealNo: null,
  };
  for await (const line of lines) {
    const head = parseHeadLine(line);
    if (head === undefined) throw refused('published_head_unreadable', { lineNo: checked.headsChecked + 1 });
    const difference = headDifference(await findSeal(db, head.sealNo), head);
    if (difference !== undefined) return { ...checked, missingSealNo: head.sealNo, difference };
    checked.headsChecked += 1;
    if (checked.provenSealNo === null || head.sealNo > checked.provenSealNo)
      checked.provenSealNo = head.sealNo;
  }
  return checked;
}
