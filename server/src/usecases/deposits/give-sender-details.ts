import type pg from 'pg';
import type { Clock } from '../../clock.ts';
import { upsertSenderDetails } from '../../db/write/sender-details.ts';
import type { RetryUntilSettled } from '../../db/retry-until-settled.ts';
import { checkedSenderDetails } from './checked-sender-details.ts';
import type { DetailProblem, TypedDetails } from './checked-sender-details.ts';

const TIMEOUT_MS = 5_000;

/**
 * The player says who sent the transfer, from which account and when. Said again, it takes the place of what was said before;
 * for a deposit that is decided it changes nothing. Returns what is wrong with it.
 */
export async function giveSenderDetails(
  { pool, clock, retry }: { pool: pg.Pool; clock: Clock; retry: RetryUntilSettled },
  { id, createdAt, typed }: { id: string; createdAt: Date; typed: TypedDetails },
): Promise<DetailProblem[]> {
  const details = checkedSenderDetails(typed, { createdAt, nowMs: clock.nowMs() });
  if (Array.isArray(details)) return details;
  await retry.run(
    async () => await upsertSenderDetails(pool, { ...details, transactionId: id }, { timeoutMs: TIMEOUT_MS }),
  );
  return [];
}
