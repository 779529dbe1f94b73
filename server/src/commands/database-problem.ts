import pg from 'pg';
import { TimeoutError } from '../concurrency/timeout.ts';
import { NotSentError, OutcomeUnknownError, isHeldUp } from '../db/errors.ts';

/** The system calls that fail when connecting. Elsewhere the same codes mean something else, such as a missing file. */
const CONNECTING = new Set(['connect', 'getaddrinfo']);
const LOST = new Set(['ECONNRESET', 'EPIPE']);
/** The texts of pg and pg-pool, which give these errors no code. */
const LOST_MESSAGE = /^Connection terminated/;
const UNREACHABLE_MESSAGE =
  /timeout exceeded when trying to connect|^Connection terminated due to connection timeout/;

/** A sentence for common problems between a command and its database; undefined for any other problem. */
export function databaseProblem(error: unknown): string | undefined {
  if (error instanceof NotSentError) return databaseProblem(error.cause);
  if (error instanceof OutcomeUnknownError || error instanceof TimeoutError) return OUTCOME_UNKNOWN;
  if (error instanceof pg.DatabaseError) return serverProblem(error);
  if (!(error instanceof Error)) return undefined;
  const code = codeOf(error);
  if (isConnecting(error) || UNREACHABLE_MESSAGE.test(error.message)) {
    return `The database can't be reached (${code === '' ? error.message : code}). Check its address in the configuration, and that it runs.`;
  }
  return LOST.has(code) || LOST_MESSAGE.test(error.message) ? OUTCOME_UNKNOWN : undefined;
}

const OUTCOME_UNKNOWN =
  "The connection to the database was lost, or it did not answer in time. If the command changes something, it isn't known whether it did: " +
  'look with vezne audit list, and run the command again if its entry is missing.';

function serverProblem(error: pg.DatabaseError): string | undefined {
  const { code = '', message } = error;
  const kind = code.slice(0, 2);
  if (kind === '28')
    return `The database refused the login (${message}). Check the name and password in its address.`;
  if (code === '3D000') return `The database doesn't exist (${message}). Create it, then run: vezne migrate`;
  if (code === '42P01') return `The database is not up to date (${message}). Run: vezne migrate`;
  if (code === '42501')
    return `The database role may not do this (${message}). Use the address of the role vezne_admin.`;
  if (code === '53300') return `The database has no connection left (${message}). Try again in a moment.`;
  if (isHeldUp(error))
    return 'Another session holds what this needs, so nothing was changed. Try again in a moment. If it stays like that, see "A lock is held" in the runbook.';
  if (kind === '08' || kind === '57') return OUTCOME_UNKNOWN;
  return undefined;
}

function isConnecting(error: Error): boolean {
  const { syscall } = firstOf(error);
  return syscall !== undefined && CONNECTING.has(syscall);
}

function codeOf(error: Error): string {
  return firstOf(error).code ?? '';
}

/** Node tries every address of a host and wraps the errors. */
function firstOf(error: Error): NodeJS.ErrnoException {
  const [first]: unknown[] = error instanceof AggregateError ? error.errors : [error];
  return first instanceof Error ? first : error;
}
