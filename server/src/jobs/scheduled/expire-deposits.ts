import { expireDeposits } from '../../usecases/deposits/expire.ts';
import { createRetryUntilSettled } from '../../db/retry-until-settled.ts';
import type { Job } from './job.ts';

/** Longer than a failover takes. */
const BOUND_MS = 30_000;

export const expireDepositsJob: Job = {
  name: 'expire_deposits',
  // The partner waits for this to give up on a player, so it comes within a minute of the time.
  cron: '* * * * *',
  async run({ pool, clock, log }) {
    const retry = createRetryUntilSettled({ clock, log, boundMs: BOUND_MS });
    const expired = await expireDeposits({ pool, retry });
    if (expired > 0) log.info({ expired }, 'deposits have expired');
  },
};
