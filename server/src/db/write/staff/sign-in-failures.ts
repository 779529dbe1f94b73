import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Failures } from '@vezne/domain/sign-in-throttle';
import type { Database } from '../../schema.ts';
import type { LockedFailures, ThrottleSubject } from '../../sign-in-store.ts';

/**
 * Locks what is remembered of these subjects, until the transaction ends. A subject of which nothing was known gets a row that
 * counts nothing yet: `isNew`.
 */
export async function lockFailures(
  trx: Transaction<Database>,
  subjects: readonly ThrottleSubject[],
  now: Date,
): Promise<LockedFailures[]> {
  // One order for everybody, so that two tries never wait for each other.
  const sorted = subjects.toSorted((a, b) => (a.kind + a.subject < b.kind + b.subject ? -1 : 1));
  const locked = [];
  for (const { kind, subject } of sorted) {
    const row = await trx
      .insertInto('sign_in_failure')
      .values({
        kind,
        subject,
        failed_count: 1,
        first_failed_at: now,
        last_failed_at: now,
        blocked_until: null,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['kind', 'subject'])
          .doUpdateSet({ failed_count: sql<number>`sign_in_failure.failed_count` }),
      )
      .returning([
        'failed_count',
        'first_failed_at',
        'last_failed_at',
        'blocked_until',
        sql<boolean>`xmax = 0`.as('is_new'),
      ])
      .executeTakeFirstOrThrow();
    const failures = {
      failedCount: row.failed_count,
      firstFailedAtMs: row.first_failed_at.getTime(),
      lastFailedAtMs: row.last_failed_at.getTime(),
      blockedUntilMs: row.blocked_until?.getTime() ?? null,
    };
    locked.push({ kind, subject, failures, isNew: row.is_new });
  }
  return locked;
}

export async function writeFailures(
  trx: Transaction<Database>,
  { kind, subject }: ThrottleSubject,
  { failedCount, firstFailedAtMs, lastFailedAtMs, blockedUntilMs }: Failures,
): Promise<void> {
  await trx
    .updateTable('sign_in_failure')
    .set({
      failed_count: failedCount,
      first_failed_at: new Date(firstFailedAtMs),
      last_failed_at: new Date(lastFailedAtMs),
      blocked_until: blockedUntilMs === null ? null : new Date(blockedUntilMs),
    })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .execute();
}

/** The answer was right: for a person, all that was wrong before is forgotten. */
export async function forgetFailures(
  trx: Transaction<Database>,
  { kind, subject }: ThrottleSubject,
): Promise<void> {
  await trx.deleteFrom('sign_in_failure').where('kind', '=', kind).where('subject', '=', subject).execute();
}

/** For a network, only this try: a guesser who has an account of their own must not wipe the slate with it. */
export async function takeBackTry(
  trx: Transaction<Database>,
  { kind, subject }: ThrottleSubject,
): Promise<void> {
  await trx
    .deleteFrom('sign_in_failure')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('failed_count', '=', 1)
    .execute();
  await trx
    .updateTable('sign_in_failure')
    .set({ failed_count: sql<number>`failed_count - 1`, blocked_until: null })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('failed_count', '>', 1)
    .execute();
}

/** What counts for nobody any more. */
export async function deleteOldFailures(trx: Transaction<Database>, before: Date): Promise<void> {
  await trx.deleteFrom('sign_in_failure').where('last_failed_at', '<', before).execute();
}
