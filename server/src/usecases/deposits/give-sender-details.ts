import type pg from 'pg';
import type { Clock } from '../../clock.ts';
import { upsertSenderDetails } from '../../db/write/transactions/sender-details.ts';
import type { RetryUntilSettled } from '../../db/retry-until-settled.ts';
import { checkedSenderDetails } from './checked-sender-details.ts';
import type { DetailProblem, TypedDetails } from './checked-sender-details.ts';

const TIMEOUT_MS = 5_000;

/**
 * The player says who sent the transfer, from which account and when. New details replace the earlier ones. For a decided
 * deposit nothing changes. Returns what is wrong with the details.
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
