import { countDays } from '../../usecases/partner-statements/count-days.ts';
import type { Job } from './job.ts';

export const countMovementsJob: Job = {
  name: 'count_movements',
  // What a partner's charts show is at most this old.
  cron: '* * * * *',
  async run({ pool, log }) {
    const counted = await countDays(pool);
    if (counted > 0) log.info({ counted }, "movements of partners' balances were counted");
  },
};
