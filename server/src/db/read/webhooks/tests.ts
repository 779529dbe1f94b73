import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../../schema.ts';

/** Who asked has gone by then; nothing may be sent for nobody. */
export const WEBHOOK_TEST_TAKEN_WITHIN_SECONDS = 30;

/** What became of a test. */
export interface WebhookTestOutcome {
  /** Null: no response came. */
  status: number | null;
  /** A word such as `timeout`; null when the status says enough. */
  error: string | null;
  durationMs: number;
  /** The first bytes of the response, as text that is safe to show. */
  answerStart: string;
}

export interface WebhookTestRecord {
  /** Also the id of the event. */
  id: string;
  endpointId: string;
  isTaken: boolean;
  /** So long ago, by the database's clock, that no worker takes it any more. */
  isTooLate: boolean;
  /** Null: it is not known yet. */
  outcome: WebhookTestOutcome | null;
}

export async function findWebhookTest(
  db: Kysely<Database>,
  id: string,
): Promise<WebhookTestRecord | undefined> {
  const row = await db
    .selectFrom('webhook_test')
    .selectAll()
    .select(
      sql<boolean>`asked_at <= now() - make_interval(secs => ${WEBHOOK_TEST_TAKEN_WITHIN_SECONDS})`.as(
        'isTooLate',
      ),
    )
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { status_code: status, error, duration_ms: durationMs, answer_start: answerStart } = row;
  return {
    id: row.id,
    endpointId: row.endpoint_id,
    isTaken: row.taken_at !== null,
    isTooLate: row.isTooLate,
    outcome: durationMs === null ? null : { status, error, durationMs, answerStart: answerStart ?? '' },
  };
}

/** The tests of an endpoint that count for how often it may be tested. */
export interface RecentWebhookTests {
  /** One that has no outcome yet. */
  isOneOpen: boolean;
  count: number;
  /** When the oldest of them was asked for. */
  oldestAt: Date | null;
}

export async function readRecentWebhookTests(
  db: Kysely<Database>,
  { endpointId, withinSeconds }: { endpointId: string; withinSeconds: number },
): Promise<RecentWebhookTests> {
  const { rows } = await sql<RecentWebhookTests>`
    select coalesce(bool_or(ended_at is null), false) as "isOneOpen",
      count(*) filter (where asked_at > now() - make_interval(secs => ${withinSeconds}))::int4 as count,
      min(asked_at) filter (where asked_at > now() - make_interval(secs => ${withinSeconds})) as "oldestAt"
    from webhook_test where endpoint_id = ${endpointId}`.execute(db);
  return rows[0] ?? { isOneOpen: false, count: 0, oldestAt: null };
}

/** Whether a worker says that it lives. One that has stopped is gone at once, although its last word holds for a while. */
export async function isWorkerAlive(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ isAlive: boolean }>`select is_worker_alive() as "isAlive"`.execute(db);
  return rows[0]?.isAlive === true;
}
