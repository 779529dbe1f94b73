import pg from 'pg';
import { TimeoutError } from '../concurrency/timeout.ts';
import { NotSentError, OutcomeUnknownError, UnconfirmedError, isHeldUp } from '../db/errors.ts';
import { COMMITS_ALONE, COMMITS_UNCONFIRMED } from '../db/proven-client.ts';

/** The system calls that fail when connecting. Elsewhere the same codes mean something else, such as a missing file. */
const CONNECTING = new Set(['connect', 'getaddrinfo']);
const LOST = new Set(['ECONNRESET', 'EPIPE']);
/** The texts of pg and pg-pool, which give these errors no code. */
const LOST_MESSAGE = /^Connection terminated/;
const UNREACHABLE_MESSAGE =
  /timeout exceeded when trying to connect|^Connection terminated due to connection timeout/;

/** The words of the driver, which gives this error no code. */
const NO_TLS = 'The server does not support SSL connections';

/** A command found no connection, or a lock that is held, when it had written before. */
export class AfterWriteError extends Error {
  override name = 'AfterWriteError';

  constructor(cause: unknown) {
    super('The command had written before.', { cause });
  }
}

/** A command lost its connection before it sent anything that commits. The server undoes what was begun. */
export class LostBeforeWriteError extends NotSentError {
  override name = 'LostBeforeWriteError';

  constructor(cause: unknown) {
    super('The connection was lost before anything was committed.', { cause });
  }
}

/** A sentence for common problems between a command and its database; undefined for any other problem. */
export function databaseProblem(error: unknown): string | undefined {
  if (error instanceof AfterWriteError) return afterWrite(error.cause);
  if (error instanceof NotSentError) return noConnection(error);
  if (error instanceof UnconfirmedError) return UNCONFIRMED_WRITE;
  if (error instanceof OutcomeUnknownError || error instanceof TimeoutError) return OUTCOME_UNKNOWN;
  if (error instanceof pg.DatabaseError) return serverProblem(error);
  if (!(error instanceof Error)) return undefined;
  const code = codeOf(error);
  if (error.message === NO_TLS) return WITHOUT_TLS;
  if (isConnecting(error) || UNREACHABLE_MESSAGE.test(error.message)) {
    return `The database can't be reached (${code === '' ? error.message : code}). Check its address in the configuration, and that it runs.`;
  }
  return LOST.has(code) || LOST_MESSAGE.test(error.message) ? OUTCOME_UNKNOWN : undefined;
}

/** Nothing was sent that commits, so nothing that could have happened is unknown. */
function noConnection(error: NotSentError): string {
  const { cause } = error;
  if (cause instanceof UnconfirmedError) return UNCONFIRMED;
  const told = databaseProblem(cause);
  if (told !== undefined && told !== OUTCOME_UNKNOWN) return told;
  const reason = cause instanceof Error ? cause.message : String(cause);
  if (reason === COMMITS_ALONE) return ALONE;
  // Another try would be refused, too.
  if (reason.startsWith(COMMITS_UNCONFIRMED))
    return `Nothing was sent to the database, and nothing was changed: ${reason}. Take these settings back at the server, the database and the role (alter ... reset).`;
  if (error instanceof LostBeforeWriteError)
    return `The connection to the database was lost (${reason}) before anything was committed, so nothing was changed. ${AGAIN}`;
  return `The database gave no connection (${reason}), so nothing was changed. ${AGAIN}`;
}

/** As `vezne restored` does, which first moves codes on, and `vezne keys reseal`, which works in batches. */
function afterWrite(cause: unknown): string {
  const reason = isHeldUp(cause)
    ? 'Another session holds what this needs (if it stays like that, see "A lock is held" in the runbook).'
    : `The database gave no connection (${innermost(cause)}).`;
  return `${reason} What the command wrote before stays: look with vezne audit list, and run it again if it is not done.`;
}

function innermost(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause !== undefined) return innermost(error.cause);
  return error.message === '' ? codeOf(error) : error.message;
}

const AGAIN = 'The database may be starting, stopping or handing over: try again in a moment.';

const UNCONFIRMED =
  'The database is there, but no standby confirms what is written, so nothing was sent to it and nothing was changed. See "The database confirms nothing" in the runbook.';

const ALONE =
  'VEZNE_DATABASE_STANDBYS says that standbys confirm commits, but this server waits for none (synchronous_standby_names is empty), so nothing ' +
  'was sent to it and nothing was changed. Is it a restored copy, or meant to be a single server? Then run the command with VEZNE_DATABASE_STANDBYS=0. ' +
  'Otherwise see "Commits wait for nobody" in the runbook.';

const WITHOUT_TLS =
  'The address of the database asks for an encrypted connection (sslmode), and the server there has none to give, so nothing was sent to it. Is it the right ' +
  'server, and does it have "ssl = on" and a certificate? A test server beside you can do without: leave sslmode out of the address.';

const UNCONFIRMED_WRITE =
  'The command wrote, but no standby confirmed it, so a failover may undo it. See "The database confirms nothing" in the runbook. Then ' +
  'look with vezne audit list, and run the command again if its entry is missing.';

export const OUTCOME_UNKNOWN =
  "The connection to the database was lost, or it did not answer in time. If the command changes something, it isn't known whether it did: " +
  'look with vezne audit list, and run the command again if its entry is missing.';

function serverProblem(error: pg.DatabaseError): string | undefined {
  const { code = '', message } = error;
  const kind = code.slice(0, 2);
  if (kind === '28')
    return `The database refused the login (${message}). Check the name and password in its address.`;
  if (code === '3D000') return `The database doesn't exist (${message}). Create it, then run: vezne migrate`;
  if (code === '42P01') return `The database is not up to date (${message}). Run: vezne migrate`;
  if (code === '25006')
    return `The database takes no writes (${message}). Use the address of the primary; a restored copy takes them once it has read its log.`;
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
