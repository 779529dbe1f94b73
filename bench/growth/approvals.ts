import { systemClock } from '../../server/src/clock.ts';
import { findDecisionRows } from '../../server/src/db/read/desk/decision-rows.ts';
import { createRetryUntilSettled } from '../../server/src/db/retry-until-settled.ts';
import { createLogger } from '../../server/src/log.ts';
import { createDecisions } from '../../server/src/usecases/decisions/decisions.ts';
import type { Decision } from '../../server/src/usecases/decisions/decision.ts';
import { approveDeposit, confirmOnBehalf } from '../../server/src/usecases/deposits/decide.ts';
import { AYSE } from '../approvals/staff.ts';
import type { Creates } from './creates.ts';
import type { Subject } from './subject.ts';

const TIMEOUT_MS = 30_000;

export interface Approvals {
  /** New deposits that wait for an operator, as batches of decisions. */
  make: (count: number) => Promise<Decision[][]>;
  /** All of a batch at once: they are read in one statement and written in another. */
  decide: (batch: readonly Decision[]) => Promise<void>;
}

export function openApprovals(subject: Subject, creates: Creates): Approvals {
  const log = createLogger({ level: 'warn', name: 'growth' });
  const retry = createRetryUntilSettled({ clock: systemClock, log, boundMs: TIMEOUT_MS });
  const decisions = createDecisions({ pool: subject.console, log, retry });

  async function decide(batch: readonly Decision[]): Promise<void> {
    const results = await Promise.all(batch.map(async (decision) => await decisions.submit(decision)));
    const other = results.find(({ outcome }) => outcome !== 'made');
    if (other) throw new Error(`A decision was not made: ${JSON.stringify(other)}`);
  }

  return {
    async make(count) {
      const batches: Decision[][] = [];
      for (const rows of await creates.make(count, 'in-sequence')) {
        await creates.insert(rows);
        const ids = rows.map(({ id }) => id);
        await decide(ids.map((transactionId) => confirmOnBehalf({ transactionId, actor: AYSE })));
        const seen = await findDecisionRows(subject.console, ids, { timeoutMs: TIMEOUT_MS });
        batches.push(
          [...seen.values()].map(({ id, fingerprint, amountCents }) =>
            approveDeposit({ transactionId: id, fingerprint, actor: AYSE, actualCents: amountCents }),
          ),
        );
      }
      return batches;
    },
    decide,
  };
}
