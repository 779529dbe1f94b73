import { processCounts } from '../../metrics/process-counts.ts';
import { findCheckpoint, keepCheckpoint, settledMarks } from '../../usecases/ledger/checkpoint.ts';
import { reSum } from '../../usecases/ledger/re-sum.ts';
import type { Job, JobContext } from './job.ts';

const NAME = 're_sum_ledger';

/** Once a week everything is read: what the database's owner changed of old rows is found by nothing else. */
const WHOLE_EVERY_MS = 7 * 24 * 60 * 60_000;

export const reSumLedgerJob: Job = {
  name: NAME,
  // The hour when the fewest people work.
  cron: '30 4 * * *',
  async run(context) {
    const { pool, log, clock } = context;
    const since = await startOf(context);
    const marks = await settledMarks(pool, since);
    const { rules, transactions, next } = await reSum(pool, { since, marks });
    const broken = rules.filter(({ differences }) => differences.length > 0);
    processCounts.ledgerChecks += 1;
    processCounts.lastLedgerCheck = {
      atMs: clock.nowMs(),
      differences: broken.reduce((sum, { differences }) => sum + differences.length, 0),
    };
    for (const { rule, differences } of broken) {
      log.error(
        { alarm: 'ledger_difference', rule, differences },
        'the books do not add up; nothing was changed, a person must look',
      );
    }
    // Whatever is broken is found again by the next run, which goes on from the same place.
    if (broken.length > 0) return;
    if (next !== undefined) await keepCheckpoint(pool, next, NAME);
    log.info({ rules: rules.length, since: since?.readAt ?? null, transactions }, 'the books add up');
  },
};

/** Where to go on; undefined to read everything. */
async function startOf({ pool, db, log, clock }: JobContext) {
  const { checkpoint, problem } = await findCheckpoint({ pool, db });
  if (problem !== undefined) {
    log.error(
      { alarm: 'ledger_checkpoint_refused', checkpoint: problem.id, problem: problem.kind },
      'a checkpoint of the books was changed by somebody; everything is read, and a person must look',
    );
    return undefined;
  }
  const content = checkpoint?.content;
  const isDue = content !== undefined && clock.nowMs() - Date.parse(content.wholeAt) >= WHOLE_EVERY_MS;
  return isDue ? undefined : content;
}
