import { reSumLedger } from '../../usecases/ledger/re-sum.ts';
import type { Job } from './job.ts';

export const reSumLedgerJob: Job = {
  name: 're_sum_ledger',
  // The hour when the fewest people work.
  cron: '30 4 * * *',
  async run({ pool, log }) {
    const checked = await reSumLedger(pool);
    const broken = checked.filter(({ differences }) => differences.length > 0);
    for (const { rule, differences } of broken) {
      log.error(
        { alarm: 'ledger_difference', rule, differences },
        'the books do not add up; nothing was changed, a person must look',
      );
    }
    if (broken.length === 0) log.info({ rules: checked.length }, 'the books add up');
  },
};
