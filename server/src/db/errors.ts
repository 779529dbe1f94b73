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

/** A commit that no standby has confirmed: it may be gone after a failover. */
export class UnconfirmedError extends Error {
  override name = 'UnconfirmedError';
}

/** The statement never reached the server. Nothing was written, and a later attempt may succeed. */
export class NotSentError extends Error {
  override name = 'NotSentError';
}

/** We could not learn in time whether a write happened, or whether a row exists. The only honest answer is no answer. */
export class OutcomeUnknownError extends Error {
  override name = 'OutcomeUnknownError';
}

/** The server is there, and does not let this login in, or has no such database. Who tries again is refused again. */
export function isLoginRefused(error: unknown): boolean {
  const told = error instanceof NotSentError ? error.cause : error;
  return told instanceof pg.DatabaseError && /^(28...|3D000)$/.test(told.code ?? '');
}

/** Nothing was written, and that is known. Otherwise it is known only when somebody looks. */
export function isKnownUndone(error: unknown): boolean {
  return error instanceof NotSentError || isHeldUp(error) || failedWrite(error) === 'refused';
}

/** Errors of the network on the way to the database, before its driver has said anything. */
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
]);
/** pg-pool and pg have no code for these; the first is our own, of which pg-boss tells the message alone. */
const NO_CONNECTION =
  /^No connection to the database was available|^timeout exceeded when trying to connect|^timeout expired|^Connection terminated|^Client has encountered a connection error/;

/** The server is starting, stopping, or takes nobody more. */
const SERVER_AWAY = /^(08...|53300|57P0[123])$/;

/**
 * There was no connection to the database, or it broke. Also of what is no Error: pg-boss tells of a copy of its fields. A lock that
 * somebody holds is another trouble, and so is a slow statement.
 */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof NotSentError) return true;
  if (typeof error !== 'object' || error === null) return false;
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isConnectionLost);
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code === 'string' && (NETWORK_CODES.has(code) || SERVER_AWAY.test(code))) return true;
  return typeof message === 'string' && NO_CONNECTION.test(message);
}

/** Whether a read failed because the database was unreachable, slow or busy. Such a read may work in a moment. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof TimeoutError || isConnectionLost(error)) return true;
  return error instanceof pg.DatabaseError && failedWrite(error) === 'try_again';
}
