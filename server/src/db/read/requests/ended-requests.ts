import type pg from 'pg';
import type { RequestStatus } from '@vezne/domain/four-eyes-request';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

/** A request about a transaction that came to nothing. */
export interface EndedRequest {
  status: Exclude<RequestStatus, 'open' | 'confirmed'>;
  askedBy: string;
  endedBy: string;
  endedAt: Date;
  note: string | null;
}

const ENDED_SQL = `
select r.status, coalesce(asker.name, r.asked_by) as "askedBy", coalesce(decider.name, r.decided_by) as "endedBy",
  r.decided_at as "endedAt", r.decision_note as note
from second_person_request r
  left join staff asker on asker.id::text = r.asked_by_id
  left join staff decider on decider.id::text = r.decided_by_id
where r.subject_type = 'transaction' and r.subject_id = $1 and r.status not in ('open', 'confirmed')
order by r.decided_at desc limit 20`;

/** The latest about this transaction alone. What was confirmed is a step of it. */
export async function findEndedRequests(
  pool: pg.Pool,
  transactionId: string,
  options: StatementOptions,
): Promise<EndedRequest[]> {
  return await runRead<EndedRequest>(pool, { text: ENDED_SQL, values: [transactionId] }, options);
}
