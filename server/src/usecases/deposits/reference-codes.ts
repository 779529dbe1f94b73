import { createCipheriv } from 'node:crypto';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import { withTimeout } from '../../concurrency/timeout.ts';
import { REFERENCE_CODE_COUNT, referenceCodeAt } from '@vezne/domain/reference-code';
import type { RoundFunction } from '@vezne/domain/reference-code';
import { OutcomeUnknownError } from '../../db/errors.ts';
import { takeReferenceBlock } from '../../db/write/transactions/reference-blocks.ts';
import type { NewTransaction } from '../../db/write/transactions/transactions.ts';
import { refused } from '../refusal.ts';
import type { RetryUntilSettled } from '../../db/retry-until-settled.ts';

/** Hands out reference codes from blocks of numbers, so a deposit needs no round trip for its code. */
export interface ReferenceCodes {
  /** Refuses with `unavailable` when there is none by then, and with `overloaded` when too many wait for one. */
  next(byMs: number): Promise<{ code: string; number: bigint }>;
  /**
   * New codes for rows of which one came with a code that is in use. Withdrawals have none, and stay as they are. Refuses like `next`: other
   * creates wait for these.
   */
  readonly renew: (
    rows: readonly NewTransaction[],
    collision: unknown,
    byMs: number,
  ) => Promise<NewTransaction[]>;
}

/** A restart loses the rest of two blocks. At this size, ten thousand restarts waste 0.3 % of the codes. */
export const BLOCK_SIZE = 512;

/**
 * A collision says something of the blocks of its time. Rows that were given their code before it, and collide after it, say nothing of the
 * blocks that were taken since. So many may be under way: all creates that may wait, twice over.
 */
const REMEMBERED_BLOCKS = 16;

export function createReferenceCodes({
  pool,
  clock,
  log,
  retry,
  round,
  maxWaiting,
}: {
  pool: pg.Pool;
  clock: Clock;
  log: Logger;
  retry: RetryUntilSettled;
  round: RoundFunction;
  /** A standby that is away confirms no block, while deposits still arrive. */
  maxWaiting: number;
}): ReferenceCodes {
  /** The numbers to use next, in blocks. */
  const blocks: { next: number; end: number }[] = [];
  /** Where the blocks begin that were taken since codes collided. */
  const taken: number[] = [];
  let fetching: Promise<void> | undefined;
  let waiting = 0;

  async function fetchBlock(): Promise<void> {
    const block = await retry.run(async () => await takeReferenceBlock(pool));
    const start = Number(block * BigInt(BLOCK_SIZE));
    if (start + BLOCK_SIZE > REFERENCE_CODE_COUNT) throw new Error('All reference codes are used up.');
    blocks.push({ next: start, end: start + BLOCK_SIZE });
    taken.push(start);
    if (taken.length > REMEMBERED_BLOCKS) taken.shift();
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

  async function next(byMs: number): Promise<{ code: string; number: bigint }> {
    if (blocks.length > 0) return await takeBy(byMs);
    if (waiting >= maxWaiting) throw refused('overloaded');
    waiting += 1;
    return await takeBy(byMs).finally(() => {
      waiting -= 1;
    });
  }

  async function takeBy(byMs: number): Promise<{ code: string; number: bigint }> {
    let number = take();
    while (number === undefined) {
      const leftMs = Math.max(0, byMs - clock.monotonicMs());
      await withTimeout(leftMs, fetchOnce()).catch((error: unknown) => {
        // A fetch that another deposit began has ended by the time of that one.
        if (error instanceof OutcomeUnknownError && clock.monotonicMs() < byMs) return;
        log.error({ err: error }, 'failed to fetch a block of reference codes');
        throw refused('unavailable');
      });
      number = take();
    }
    fetchAhead();
    return { code: referenceCodeAt(number, round), number: BigInt(number) };
  }

  function dropBlocksOf(rows: readonly NewTransaction[], collision: unknown): void {
    const isOfThese = rows.some(
      ({ referenceNumber }) =>
        referenceNumber !== null &&
        taken.includes(Number(referenceNumber - (referenceNumber % BigInt(BLOCK_SIZE)))),
    );
    if (!isOfThese) return;
    log.warn({ err: collision, rows: rows.length }, COLLIDED);
    blocks.length = 0;
    taken.length = 0;
  }

  return {
    next,
    async renew(rows, collision, byMs) {
      dropBlocksOf(rows, collision);
      return await Promise.all(
        rows.map(async (row) => {
          if (row.referenceNumber === null) return row;
          // Counted already, as creates that wait for their insert.
          const { code, number } = await takeBy(byMs);
          return { ...row, referenceCode: code, referenceNumber: number };
        }),
      );
    },
  };
}

const COLLIDED = 'reference codes are in use already; their blocks are dropped, and the deposits get others';

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
