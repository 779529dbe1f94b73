import type pg from 'pg';
import { REFERENCE_CODE_COUNT } from '@vezne/domain/reference-code';
import { readNextReferenceBlock } from '../../db/read/transactions/reference-blocks.ts';
import { advanceReferenceBlocks } from '../../db/write/transactions/reference-blocks.ts';
import { BLOCK_SIZE } from '../deposits/reference-codes.ts';
import { refused } from '../refusal.ts';

/** Looking ahead, apis hold two blocks each, and a hundred seconds at the most that one api did in a measurement (docs/performance.md). */
const ALWAYS = 1_000 * BLOCK_SIZE;
/**
 * On average, over the whole time. The largest installation of docs/sizing.md does one a second, and a day of it costs three in a hundred of all
 * codes.
 */
const PER_SECOND = 1_000;
/** More than a tenth of what is left is no precaution any more. */
const MOST_OF_LEFT = 0.1;
/** The database moves by no more at a time. */
const MOST_BLOCKS = 100_000n;

const OPTIONS = { timeoutMs: 30_000 };

export interface SkippedCodes {
  /** How many were left out, and how many can still be given. */
  skipped: number;
  left: number;
  /** The first block that is given from now on. */
  nextBlock: bigint;
}

/** How many codes all apis can have handed out in this time, with what they held. */
export function codesWithin(seconds: number): number {
  return ALWAYS + Math.ceil(Math.max(seconds, 0)) * PER_SECOND;
}

/**
 * Leaves out codes that players may have been shown by a part of the history that is gone: given to others, a transfer would find the wrong
 * deposit. It only moves on, so to do it twice costs codes and nothing else.
 */
export async function skipCodes(
  pool: pg.Pool,
  { codes, isChosen }: { codes: number; isChosen: boolean },
): Promise<SkippedCodes> {
  const from = await readNextReferenceBlock(pool, OPTIONS);
  const left = leftFrom(from);
  if (codes > (isChosen ? left : left * MOST_OF_LEFT)) throw refused('reference_codes_few', { codes, left });
  let nextBlock = from;
  for (let blocks = BigInt(Math.ceil(codes / BLOCK_SIZE)); blocks > 0n; blocks -= MOST_BLOCKS)
    nextBlock = await advanceReferenceBlocks(pool, blocks < MOST_BLOCKS ? blocks : MOST_BLOCKS, OPTIONS);
  return { skipped: Number(nextBlock - from) * BLOCK_SIZE, left: leftFrom(nextBlock), nextBlock };
}

function leftFrom(block: bigint): number {
  return Math.max(0, REFERENCE_CODE_COUNT - Number(block) * BLOCK_SIZE);
}
