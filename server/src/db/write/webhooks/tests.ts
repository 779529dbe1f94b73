import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type pg from 'pg';
import { WEBHOOK_TEST_TAKEN_WITHIN_SECONDS } from '../../read/webhooks/tests.ts';
import type { WebhookTestOutcome } from '../../read/webhooks/tests.ts';
import type { Database } from '../../schema.ts';
import { runWrite } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

export async function insertWebhookTest(
  trx: Transaction<Database>,
  { id, endpointId, askedBy }: { id: string; endpointId: string; askedBy: string },
): Promise<void> {
  await trx.insertInto('webhook_test').values({ id, endpoint_id: endpointId, asked_by: askedBy }).execute();
}

/** Forgets all tests of the endpoint but the newest, those that no worker took in time, and those whose worker died before it knew the outcome. */
export async function forgetWebhookTests(trx: Transaction<Database>, endpointId: string): Promise<void> {
  await sql`select forget_webhook_tests(${endpointId})`.execute(trx);
}

/** Takes a test back that no worker has taken. False: one has. */
export async function takeBackWebhookTest(db: Kysely<Database>, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('webhook_test')
    .where('id', '=', id)
    .where('taken_at', 'is', null)
    .returning('id')
    .execute();
  return deleted.length === 1;
}

/** A test that this worker alone sends. */
export interface TakenWebhookTest {
  id: string;
  endpointId: string;
  askedAt: Date;
}

const TAKE_SQL = `
update webhook_test set taken_at = now() where taken_at is null and id in (
  select id from webhook_test
  where taken_at is null and asked_at > now() - interval '${WEBHOOK_TEST_TAKEN_WITHIN_SECONDS} seconds'
  order by asked_at limit $1
  for update skip locked
)
returning id, endpoint_id as "endpointId", asked_at as "askedAt"`;

export async function takeWebhookTests(
  pool: pg.Pool,
  limit: number,
  options: StatementOptions,
): Promise<TakenWebhookTest[]> {
  return await runWrite<TakenWebhookTest>(
    pool,
    { name: 'take-webhook-tests', text: TAKE_SQL, values: [limit] },
    options,
  );
}

const END_SQL = `
update webhook_test set ended_at = now(), duration_ms = $2, status_code = $3, error = $4, answer_start = $5
where id = $1 and ended_at is null`;

export async function endWebhookTest(
  pool: pg.Pool,
  id: string,
  { durationMs, status, error, answerStart }: WebhookTestOutcome,
  options: StatementOptions,
): Promise<void> {
  const values = [id, durationMs, status, error, answerStart];
  await runWrite(pool, { name: 'end-webhook-test', text: END_SQL, values }, options);
}
