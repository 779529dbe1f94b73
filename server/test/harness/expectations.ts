import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { API_ERRORS, apiErrorBody } from '@vezne/contract/partner/errors';
import type { ApiErrorBody, ApiErrorCode } from '@vezne/contract/partner/errors';
import type { Answer } from './client.ts';

/** Any error of the catalogue: its shape, and the status that belongs to its code. */
export function assertApiError(answer: Answer, what = answer.text): ApiErrorBody {
  const parsed = apiErrorBody.safeParse(answer.json);
  assert.ok(parsed.success, `not an error of the catalogue: ${answer.status} ${what}\n${answer.text}`);
  assert.equal(answer.status, API_ERRORS[parsed.data.code].status, what);
  assert.match(answer.headers['content-type'] ?? '', /^application\/json; charset=utf-8$/, what);
  return parsed.data;
}

export function assertRefused(answer: Answer, code: ApiErrorCode, what = answer.text): ApiErrorBody {
  const body = assertApiError(answer, what);
  assert.equal(body.code, code, what);
  return body;
}

/** The transaction of an answer that says it was created, now or earlier. */
export function assertCreated(answer: Answer): Record<string, unknown> {
  assert.equal(answer.status, 201, answer.text);
  return answer.json?.['transaction'] as Record<string, unknown>;
}

/** The connection ended without an answer. A partner then looks up or retries. */
export async function assertUnanswered(answering: Promise<Answer>): Promise<void> {
  const [result] = await Promise.allSettled([answering]);
  if (result.status === 'fulfilled')
    assert.fail(`it was answered: ${result.value.status} ${result.value.text}`);
  assert.match(String(result.reason), /socket hang up|ECONNRESET/);
}

/** Longer than anything takes that happens at all, on a machine that does much else. */
const PATIENCE_MS = 60_000;
const ASK_EVERY_MS = 20;

/**
 * Asks again until the answer fits, for changes that a process notices by itself. `withinMs` counts by our own turns: a machine that
 * stands still for a second uses up none of it.
 */
export async function until<T>(
  ask: () => Promise<T>,
  fits: (result: T) => boolean,
  withinMs = PATIENCE_MS,
): Promise<T> {
  for (let waitedMs = 0; ; waitedMs += ASK_EVERY_MS) {
    const result = await ask();
    if (fits(result)) return result;
    assert.ok(waitedMs < withinMs, `it did not happen within ${withinMs} ms`);
    await sleep(ASK_EVERY_MS);
  }
}

/** Until a statement in this database stands before a lock that another holds. */
export async function untilSomebodyWaits(owner: pg.Pool): Promise<void> {
  await until(
    async () =>
      await owner.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      ),
    ({ rowCount }) => rowCount !== 0,
  );
}
