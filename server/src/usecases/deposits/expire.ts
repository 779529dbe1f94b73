import type pg from 'pg';
import { systemActor } from '@vezne/domain/actor';
import { announceEvents } from '../../db/event-channel.ts';
import { findExpiredDeposits } from '../../db/read/transactions/expired-deposits.ts';
import { moveTransactions } from '../../db/write/decisions/move.ts';
import { rejectionStep } from '../decisions/moneyless-steps.ts';
import type { RetryUntilSettled } from '../../db/retry-until-settled.ts';

const WAITING_PAYMENT = { status: 'waiting_payment', stage: null } as const;
const EXPIRY = systemActor('expiry');
const TIMEOUT_MS = 10_000;
/**
 * Small enough that others wait only briefly for a row it holds, and large enough to expire a day's deposits in seconds.
 */
const BATCH = 500;

/**
 * Rejects the deposits that were not paid in time, batch by batch. A player who presses the button at that moment may win:
 * the guarded step then finds the deposit moved, and leaves it. Returns how many expired.
 */
export async function expireDeposits({
  pool,
  retry,
}: {
  pool: pg.Pool;
  retry: RetryUntilSettled;
}): Promise<number> {
  let expired = 0;
  for (;;) {
    const deposits = await findExpiredDeposits(pool, { limit: BATCH, timeoutMs: TIMEOUT_MS });
    const steps = deposits.map((deposit) =>
      rejectionStep(deposit, {
        from: WAITING_PAYMENT,
        trigger: 'expire',
        reasonCode: 'expired',
        actor: EXPIRY,
      }),
    );
    if (steps.length === 0) return expired;
    const moved = await retry.run(async () => await moveTransactions(pool, steps, { timeoutMs: TIMEOUT_MS }));
    expired += moved.size;
    announceEvents(pool);
    // If none moved, another process is working on them. The next run looks again.
    if (steps.length < BATCH || moved.size === 0) return expired;
  }
}
