import pg from 'pg';
import { TimeoutError } from '../concurrency/timeout.ts';

/**
 * What is known after a failed write.
 * - `refused`: the rows themselves are wrong. Nothing was written, and the same rows will fail again.
 * - `try_again`: the rows may be fine and may even be committed. Writes here are idempotent, so the same statement is run
 *   again: it waits for an unfinished first run, then finds its rows or writes them.
 */
export type FailedWrite = 'refused' | 'try_again';

/** Data exceptions, constraint violations, syntax and access errors: the statement itself is wrong. */
const REFUSED_CLASSES = new Set(['22', '23', '42']);

export function failedWrite(error: unknown): FailedWrite {
  if (error instanceof LockHeldError) return 'refused';
  if (!(error instanceof pg.DatabaseError) || error.code === undefined) return 'try_again';
  return REFUSED_CLASSES.has(error.code.slice(0, 2)) ? 'refused' : 'try_again';
}

/** Somebody held a lock for too long. Nothing was written by the statement, and the rest of its transaction can't go on. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;
}

const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK_DETECTED = '40P01';

/** Somebody held a lock for too long, or crossed ours with theirs, so that PostgreSQL ended our statement. */
export function isHeldUp(error: unknown): boolean {
  return isLockTimeout(error) || isDeadlock(error);
}

export function isDeadlock(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === DEADLOCK_DETECTED;
}

/** A rule of the database for this role, held by its rights, a policy or a trigger, was broken. */
export function isForbidden(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === INSUFFICIENT_PRIVILEGE;
}

const INSUFFICIENT_PRIVILEGE = '42501';

/** The database refused the rows or the right to write them: nothing was written, and the same again is refused again. */
export function isRefusedWrite(error: unknown): boolean {
  return error instanceof pg.DatabaseError && failedWrite(error) === 'refused';
}

/** Somebody kept a lock that the write needs. Nothing was written, and nothing is under way. */
export class LockHeldError extends Error {
  override name = 'LockHeldError';
}

/** The database did not answer a statement in time. Something else that took too long is no word about the database. */
export class StatementTimeoutError extends TimeoutError {
  override name = 'StatementTimeoutError';
}

/** The statement never reached the server. Nothing was written, and a later attempt may succeed. */
export class NotSentError extends Error {
  override name = 'NotSentError';
}

/** We could not learn in time whether a write happened, or whether a row exists. The only honest answer is no answer. */
export class OutcomeUnknownError extends Error {
  override name = 'OutcomeUnknownError';
}

/** Nothing was written, and that is known. Otherwise it is known only when somebody looks. */
export function isKnownUndone(error: unknown): boolean {
  return error instanceof NotSentError || isHeldUp(error) || failedWrite(error) === 'refused';
}

/** pg has neither a class nor a code for a connection that breaks during a statement. */
const CONNECTION_LOST = /^Connection terminated|^Client has encountered a connection error/;

/** Whether a read failed because the database was unreachable, slow or busy. Such a read may work in a moment. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof NotSentError || error instanceof TimeoutError) return true;
  if (error instanceof pg.DatabaseError) return failedWrite(error) === 'try_again';
  return error instanceof Error && CONNECTION_LOST.test(error.message);
}
