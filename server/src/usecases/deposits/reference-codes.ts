import { createCipheriv } from 'node:crypto';
import type pg from 'pg';
import type { Logger } from 'pino';
import { REFERENCE_CODE_COUNT, referenceCodeAt } from '@vezne/domain/reference-code';
import type { RoundFunction } from '@vezne/domain/reference-code';
import { takeReferenceBlock } from '../../db/write/reference-blocks.ts';
import { refused } from '../refusal.ts';
import type { RetryUntilSettled } from '../../db/retry-until-settled.ts';

/** Hands out reference codes from blocks of numbers, so a deposit needs no round trip for its code. */
export interface ReferenceCodes {
  next(): Promise<{ code: string; number: bigint }>;
}

/** A restart loses the rest of two blocks. At this size, ten thousand restarts waste 0.3 % of the codes. */
const BLOCK_SIZE = 512;

export function createReferenceCodes({
  pool,
  log,
  retry,
  round,
}: {
  pool: pg.Pool;
  log: Logger;
  retry: RetryUntilSettled;
  round: RoundFunction;
}): ReferenceCodes {
  /** The numbers to use next, in blocks. */
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

  /** Asks for the next block before this one is used up, so a short database outage stops no deposit. */
  function fetchAhead(): void {
    if (blocks.length > 1 || fetching) return;
    fetchOnce().catch((error: unknown) =>
      log.warn({ err: error }, 'failed to fetch the next block of reference codes in advance'),
    );
  }

  return {
    async next() {
      let number = take();
      while (number === undefined) {
        await fetchOnce().catch((error: unknown) => {
          log.error({ err: error }, 'failed to fetch a block of reference codes');
          throw refused('unavailable');
        });
        number = take();
      }
      fetchAhead();
      return { code: referenceCodeAt(number, round), number: BigInt(number) };
    },
  };
}

/**
 * The keyed round function of the reference-code permutation: one AES block per round. A code takes eight rounds. One HMAC
 * per round would cost three times as much, for every deposit.
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
