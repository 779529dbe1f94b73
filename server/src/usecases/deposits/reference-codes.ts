import type pg from 'pg';
import { REFERENCE_CODE_COUNT, referenceCodeAt } from '@vezne/domain/reference-code';
import type { RoundFunction } from '@vezne/domain/reference-code';
import { takeReferenceBlock } from '../../db/write/reference-blocks.ts';

/** Hands out reference codes from blocks of numbers, so that a deposit needs no round trip for its code. */
export interface ReferenceCodes {
  next(): Promise<string>;
}

/** A restart forgets the rest of a block: at this size ten thousand restarts waste 0.1 % of the codes. */
const BLOCK_SIZE = 512;

export function createReferenceCodes({
  pool,
  round,
}: {
  pool: pg.Pool;
  round: RoundFunction;
}): ReferenceCodes {
  let next = 0;
  let end = 0;
  let fetching: Promise<void> | undefined;

  async function fetchBlock(): Promise<void> {
    const start = Number((await takeReferenceBlock(pool)) * BigInt(BLOCK_SIZE));
    if (start + BLOCK_SIZE > REFERENCE_CODE_COUNT) throw new Error('All reference codes are used up.');
    next = start;
    end = start + BLOCK_SIZE;
  }

  return {
    async next() {
      while (next === end) {
        fetching ??= fetchBlock().finally(() => {
          fetching = undefined;
        });
        await fetching;
      }
      const sequenceNumber = next;
      next += 1;
      return referenceCodeAt(sequenceNumber, round);
    },
  };
}
