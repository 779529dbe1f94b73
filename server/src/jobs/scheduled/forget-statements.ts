import { forgetOldStatements } from '../../usecases/partner-statements/forget.ts';
import type { Job } from './job.ts';

export const forgetStatementsJob: Job = {
  name: 'forget_statements',
  // The hour when the fewest people work.
  cron: '10 4 * * *',
  async run({ pool, log }) {
    const forgotten = await forgetOldStatements(pool);
    if (forgotten > 0) log.info({ forgotten }, 'old files of statements were deleted');
  },
};
