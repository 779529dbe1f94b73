import { forgetOldSums } from '../../db/write/requests/decided-alone.ts';
import { expireRequests } from '../../usecases/four-eyes/expire.ts';
import type { Job } from './job.ts';

const TIMEOUT_MS = 30_000;

export const expireRequestsJob: Job = {
  name: 'expire_requests',
  // Nobody can confirm a request after its time, even before this has run.
  cron: '* * * * *',
  async run({ pool, log }) {
    const expired = await expireRequests(pool);
    if (expired > 0) log.warn({ expired }, 'requests for a second person have expired');
    await forgetOldSums(pool, { timeoutMs: TIMEOUT_MS });
  },
};
