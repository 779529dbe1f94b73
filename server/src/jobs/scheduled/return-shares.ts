import { setReturnedAmounts } from '../../db/write/ledger/returned-amounts.ts';
import type { Job } from './job.ts';

export const returnSharesJob: Job = {
  name: 'return_shares',
  // An account at its cap gets no deposits until then, although a deposit of it has expired.
  cron: '* * * * *',
  async run({ pool, log }) {
    const changed = await setReturnedAmounts(pool);
    if (changed > 0) log.info({ days: changed }, 'bank accounts got back what will not come');
  },
};
