import { expireDeposits } from '../../usecases/deposits/expire.ts';
import { createRetryUntilSettled } from '../../db/retry-until-settled.ts';
import type { Job } from './job.ts';

/** Longer than a failover takes. */
const BOUND_MS = 30_000;

export const expireDepositsJob: Job = {
  name: 'expire_deposits',
  // The partner gives up on a player only after this, so it runs every minute.
  cron: '* * * * *',
  async run({ pool, clock, log }) {
    const retry = createRetryUntilSettled({ clock, log, boundMs: BOUND_MS });
    const expired = await expireDeposits({ pool, retry });
    if (expired > 0) log.info({ expired }, 'deposits have expired');
  },
};
