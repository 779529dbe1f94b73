import { countDays } from '../../usecases/partner-statements/count-days.ts';
import { countDecidedDays } from '../../usecases/partner-statements/count-decided-days.ts';
import { leftError } from '../../usecases/partner-statements/each-partner.ts';
import type { Job } from './job.ts';

export const countMovementsJob: Job = {
  name: 'count_movements',
  // What a partner's charts show is at most this old.
  cron: '* * * * *',
  async run({ pool, log }) {
    const movements = await countDays(pool);
    if (movements.counted > 0)
      log.info({ counted: movements.counted }, "movements of partners' balances were counted");
    const decided = await countDecidedDays(pool);
    if (decided.counted > 0)
      log.info({ counted: decided.counted }, "days of partners' decisions were counted");
    const left = [...movements.left, ...decided.left];
    if (left.length > 0) throw leftError('Days of these partners could not be counted', left);
  },
};
