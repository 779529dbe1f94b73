import { closeMonths } from '../../usecases/partner-statements/close-months.ts';
import { leftError } from '../../usecases/partner-statements/each-partner.ts';
import type { Job } from './job.ts';

export const closeMonthsJob: Job = {
  name: 'close_months',
  // A month is closed ten minutes after its end at the earliest. Nothing is read while none is due.
  cron: '*/5 * * * *',
  async run({ pool, log }) {
    const { closed, left } = await closeMonths(pool);
    if (closed > 0) log.info({ closed }, 'months of partners were closed');
    if (left.length > 0) throw leftError('Months of these partners could not be closed', left);
  },
};
