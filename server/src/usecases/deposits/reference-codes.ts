import { createCipheriv } from 'node:crypto';
import type pg from 'pg';
import type { Logger } from 'pino';
import { REFERENCE_CODE_COUNT, referenceCodeAt } from '@vezne/domain/reference-code';
import type { RoundFunction } from '@vezne/domain/reference-code';
import { takeReferenceBlock } from '../../db/write/reference-blocks.ts';
import { refused } from '../refusal.ts';
import type { RetryUntilSettled } from '../../db/retry-until-settled.ts';

/** Hands out reference codes from blocks of numbers, so that a deposit needs no round trip for its code. */
export interface ReferenceCodes {
  next(): Promise<string>;
}

/** A restart forgets the rest of two blocks: at this size ten thousand restarts waste 0.3 % of the codes. */
const BLOCK_SIZE = 512;

export function createReferenceCodes(parts: {
  pool: pg.Pool;
  log: Logger;
  retry: RetryUntilSettled;
  round: RoundFunction;
}): ReferenceCodes {
  const { pool, log, retry, round } = parts;
  /** Numbers to be used next, in blocks from first to end. */
  const blocks: { next: number; end: number }[] = [];
  let fetching: Promise<void> | undefined;

  async function fetchBlock(): Promise<void> {
    const block = await retry.run(async () => await takeReferenceBlock(pool));
    const start = Number(block * BigInt(BLOCK_SIZE));
    if (start + BLOCK_SIZE > REFERENCE_CODE_COUNT) throw new Error('All reference codes are used up.');
    blocks.push({ next: start, end: start + BLOCK_SIZE });
  }

  async function fetchOnce(): Promise<void> {
    fetching ??= fetchBlock().finally(() => {
      fetching = undefined;
    });
    await fetching;
  }

  function take(): number | undefined {
    const [block] = blocks;
    if (block === undefined) return undefined;
    const number = block.next;
    block.next += 1;
    if (block.next === block.end) blocks.shift();
    return number;
  }

  /** The next block is asked for while this one lasts: a database that is away for a moment stops no deposit. */
  function fetchAhead(): void {
    if (blocks.length > 1 || fetching) return;
    fetchOnce().catch((error: unknown) =>
      log.warn({ err: error }, 'no block of reference codes came ahead of need'),
    );
  }

  return {
    async next() {
      let number = take();
      while (number === undefined) {
        await fetchOnce().catch((error: unknown) => {
          log.error({ err: error }, 'no block of reference codes came');
          throw refused('unavailable');
        });
        number = take();
      }
      fetchAhead();
      return referenceCodeAt(number, round);
    },
  };
}

/**
 * The keyed round function of the reference-code permutation: one AES block a round. A code takes eight rounds, and an
 * HMAC a round would cost three times as much on the path of every deposit.
 */
export function createReferenceRound(key: Buffer): RoundFunction {
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  const block = Buffer.alloc(16);
  return (round, half) => {
    block.writeUInt32BE(round, 0);
    block.writeUInt32BE(half, 4);
    return cipher.update(block).readUInt32BE(0);
  };
}
