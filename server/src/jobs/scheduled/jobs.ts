import { closeMonthsJob } from './close-months.ts';
import { countMovementsJob } from './count-movements.ts';
import { expireDepositsJob } from './expire-deposits.ts';
import { expireRequestsJob } from './expire-requests.ts';
import { forgetStatementsJob } from './forget-statements.ts';
import type { Job } from './job.ts';
import { notePlayerNamesJob } from './note-player-names.ts';
import { reSumLedgerJob } from './re-sum-ledger.ts';
import { returnSharesJob } from './return-shares.ts';

/** Every job of the worker. To add one: write a file in this folder, a line here and a queue in db/job-queues. */
export const JOBS: readonly Job[] = [
  closeMonthsJob,
  countMovementsJob,
  expireDepositsJob,
  expireRequestsJob,
  forgetStatementsJob,
  notePlayerNamesJob,
  reSumLedgerJob,
  returnSharesJob,
];
