import type pg from 'pg';
import { REQUEST_LIFETIME_SECONDS } from '@vezne/domain/four-eyes-request';
import type { TransactionChange } from '@vezne/domain/transaction-change';
import type { DecisionRow } from '../../db/read/desk/decision-rows.ts';
import type { StatementOptions } from '../../db/statement.ts';
import { insertRequestAbout } from '../../db/write/requests/four-eyes-requests.ts';
import { storedInput } from '../four-eyes/stored-input.ts';
import { auditDetails } from './decision-write.ts';
import type { Decision } from './decision.ts';

/**
 * Stores a decision that waits for a second person. Until it is confirmed, nothing of the transaction changes. False: it has changed
 * before this, and nothing was asked.
 */
export async function askForDecision(
  pool: pg.Pool,
  id: string,
  { decision, row, change }: { decision: Decision; row: DecisionRow; change: TransactionChange },
  options: StatementOptions,
): Promise<boolean> {
  const { request, actor, note = null } = decision;
  if (request === undefined) throw new Error(`The step ${change.trigger} can't wait for a second person.`);
  const { status, stage } = row;
  return await insertRequestAbout(
    pool,
    {
      id,
      action: request.action,
      subject: { type: 'transaction', id: row.id },
      before: storedInput({ status, stage }),
      after: storedInput({ ...change.to, ...auditDetails(row, change, decision) }),
      details: storedInput({ ...request.details, transactionId: row.id, fingerprint: row.fingerprint }),
      fingerprint: row.fingerprint,
      reasons: change.twoPeople ?? [],
      note,
      lifetimeSeconds: REQUEST_LIFETIME_SECONDS.decision,
      actor,
    },
    { status, stage },
    options,
  );
}
