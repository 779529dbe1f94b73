import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { findWebhookTest, isWorkerAlive, readRecentWebhookTests } from '../../db/read/webhooks/tests.ts';
import type { RecentWebhookTests, WebhookTestOutcome } from '../../db/read/webhooks/tests.ts';
import type { WebhookEndpointRecord } from '../../db/read/webhooks/endpoints.ts';
import type { Database } from '../../db/schema.ts';
import { insertAuditEntry } from '../../db/write/audit/entries.ts';
import { forgetWebhookTests, insertWebhookTest, takeBackWebhookTest } from '../../db/write/webhooks/tests.ts';
import { toEventId } from '../../ids.ts';
import type { AdminContext } from '../admin-context.ts';
import { newSubjectId } from '../four-eyes/act.ts';
import { refuseUnlessMay } from '../may.ts';
import { refused } from '../refusal.ts';
import { getWebhookEndpointForChange } from './get.ts';

/** Enough for a developer who mends a receiver, and too few to trouble a stranger whose address was given. */
const MAX_IN_A_MINUTE = 5;
export const MINUTE_SECONDS = 60;

export interface AskedWebhookTest {
  /** Also the id of the event that the receiver gets. */
  id: string;
  endpoint: WebhookEndpointRecord;
}

/** Asks a worker to send the endpoint a test event. It is sent once, and changes nothing for the endpoint's deliveries. */
export async function askForWebhookTest(context: AdminContext, idOrUrl: string): Promise<AskedWebhookTest> {
  const { db, actor } = context;
  refuseUnlessMay(actor, 'webhook.test');
  return await db.transaction().execute(async (trx) => {
    const endpoint = await getWebhookEndpointForChange(trx, idOrUrl);
    const { id: endpointId, status } = endpoint;
    const id = newSubjectId(context);
    // A press that comes twice asks once.
    if ((await findWebhookTest(trx, id))?.endpointId === endpointId) return { id, endpoint };
    if (status !== 'active') throw refused('endpoint_not_active', { endpointId, status });
    if (!(await isWorkerAlive(trx))) throw refused('no_worker_alive');
    await forgetWebhookTests(trx, endpointId);
    await refuseTooMany(trx, endpointId);
    await insertWebhookTest(trx, { id, endpointId, askedBy: actor.name });
    await insertAuditEntry(trx, {
      actor,
      action: 'webhook.test',
      subjectType: 'webhook_endpoint',
      subjectId: endpointId,
      details: { event: toEventId(id) },
    });
    return { id, endpoint };
  });
}

/** Under the endpoint's lock, so that of two who ask at once the second sees the first. */
async function refuseTooMany(db: Kysely<Database>, endpointId: string): Promise<void> {
  refuseTooOften(endpointId, await readRecentWebhookTests(db, { endpointId, withinSeconds: MINUTE_SECONDS }));
}

/** How often an endpoint may be tested, whoever asks. */
export function refuseTooOften(endpointId: string, recent: RecentWebhookTests): void {
  if (recent.isOneOpen) throw refused('webhook_test_open', { endpointId });
  if (recent.count < MAX_IN_A_MINUTE || recent.oldestAt === null) return;
  const waitedSeconds = (Date.now() - recent.oldestAt.getTime()) / 1_000;
  const waitSeconds = Math.min(Math.max(Math.ceil(MINUTE_SECONDS - waitedSeconds), 1), MINUTE_SECONDS);
  throw refused('webhook_tests_too_often', { endpointId, maxCount: MAX_IN_A_MINUTE, waitSeconds });
}

/** How a test ended, or why that is not known. */
export type WebhookTestEnd =
  | { state: 'ended'; outcome: WebhookTestOutcome }
  /** No worker took it, and now none will. */
  | { state: 'not_taken' }
  /** A worker took it and said nothing more. */
  | { state: 'unknown' };

/** Workers look twice a second. */
const TAKEN_WITHIN_MS = 10_000;
/** Longer than a worker gives a try at most. */
const ENDED_WITHIN_MS = 130_000;
const LOOK_EVERY_MS = 100;

/** Waits until the worker knows how the endpoint answered, or it is sure that none will. */
export async function awaitWebhookTest(
  db: Kysely<Database>,
  id: string,
  {
    takenWithinMs = TAKEN_WITHIN_MS,
    endedWithinMs = ENDED_WITHIN_MS,
  }: { takenWithinMs?: number; endedWithinMs?: number } = {},
): Promise<WebhookTestEnd> {
  const startedMs = performance.now();
  for (;;) {
    const test = await findWebhookTest(db, id);
    if (test === undefined) return { state: 'not_taken' };
    if (test.outcome !== null) return { state: 'ended', outcome: test.outcome };
    const waitedMs = performance.now() - startedMs;
    if (!test.isTaken && waitedMs > takenWithinMs && (await takeBackWebhookTest(db, id))) {
      return { state: 'not_taken' };
    }
    if (waitedMs > endedWithinMs) return { state: 'unknown' };
    await sleep(LOOK_EVERY_MS);
  }
}
