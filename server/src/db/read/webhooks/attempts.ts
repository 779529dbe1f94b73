import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../../schema.ts';

export interface AttemptRecord {
  attemptNo: number;
  at: Date;
  durationMs: number;
  status: number | null;
  error: string | null;
  /** The first bytes of the response. */
  answerStart: string | null;
  nextAttemptAt: Date | null;
}

/** The endpoint has taken the event of this attempt. */
export const IS_TAKEN = sql`error is null and status_code between 200 and 299`;

/** Every recorded attempt, oldest first. An attempt is missing if its worker died before recording it. */
export async function listAttempts(
  db: Kysely<Database>,
  { endpointId, eventId }: { endpointId: string; eventId: string },
): Promise<AttemptRecord[]> {
  return await db
    .selectFrom('webhook_attempt')
    .select([
      'attempt_no as attemptNo',
      'at',
      'duration_ms as durationMs',
      'status_code as status',
      'error',
      'answer_start as answerStart',
      'next_attempt_at as nextAttemptAt',
    ])
    .where('endpoint_id', '=', endpointId)
    .where('event_id', '=', eventId)
    .orderBy('attempt_no')
    .execute();
}

export interface FailedAttemptRecord extends AttemptRecord {
  eventId: string;
}

/** The last attempt that an endpoint did not accept, whatever happened to the event since. */
export async function findLastFailure(
  db: Kysely<Database>,
  endpointId: string,
): Promise<FailedAttemptRecord | undefined> {
  const { rows } = await sql<FailedAttemptRecord>`
    select event_id as "eventId", attempt_no as "attemptNo", at, duration_ms as "durationMs", status_code as status,
      error, answer_start as "answerStart", next_attempt_at as "nextAttemptAt"
    from webhook_attempt
    where endpoint_id = ${endpointId} and (error is not null or status_code not between 200 and 299)
    order by at desc limit 1`.execute(db);
  return rows[0];
}
