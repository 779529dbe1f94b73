/** Why there is no state to print: the database is away, its schema is not ours, or only this command could not read it. */
import pg from 'pg';
import { TimeoutError } from '../../concurrency/timeout.ts';
import { NotSentError, UnconfirmedError, isConnectionLost } from '../../db/errors.ts';
import { SchemaError } from '../../processes/schema-problem.ts';
import { OUTCOME_UNKNOWN, databaseProblem } from '../database-problem.ts';

export interface Unread {
  code: 'database_away' | 'schema_unfit' | 'status_unread';
  text: string;
}

const NO_ANSWER =
  'The database does not answer. Look whether it is overloaded, and whether its network and disk work.';
const ENDED =
  'The database, or a proxy before it, ends the connection. It may be stopping, or nothing may stand behind the proxy.';
const TOOK_TOO_LONG =
  'The database took too long to read it: it is slow, or somebody holds a lock (see "A lock is held" in the runbook).';

/** What is none of these is a mistake of ours, and thrown. */
export function unreadBecause(error: unknown): Unread {
  if (error instanceof SchemaError) return { code: 'schema_unfit', text: error.message };
  const cause = error instanceof NotSentError && error.cause !== undefined ? error.cause : error;
  const reason = databaseProblem(cause);
  if (isAway(cause)) {
    return {
      code: 'database_away',
      text: `${whyAway(cause, reason)} Nothing is created, decided or delivered while it is away.`,
    };
  }
  if (!(cause instanceof pg.DatabaseError)) throw error;
  const why = cause.code === QUERY_CANCELED ? TOOK_TOO_LONG : (reason ?? `${cause.message}.`);
  return {
    code: 'status_unread',
    text: `The state could not be read, which says nothing about the service. ${why}`,
  };
}

function whyAway(cause: unknown, reason: string | undefined): string {
  if (cause instanceof TimeoutError || reason === undefined) return NO_ANSWER;
  // What is said of a change that may have been made is about none here.
  return reason === OUTCOME_UNKNOWN ? ENDED : reason;
}

/** Why a commit of nothing was not confirmed, as a sentence. */
export function unconfirmedReason(error: unknown): string {
  if (error instanceof UnconfirmedError) return 'it waits for a standby, and none answers.';
  if (error instanceof TimeoutError) return 'it did not answer.';
  return error instanceof Error ? `${error.message}.` : String(error);
}

const QUERY_CANCELED = '57014';

/** A server that refuses us is there, and serves the others: it may want another password, or have no connection left for us. */
function isAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(08...|57P0[123])$/.test(error.code ?? '');
  return error instanceof TimeoutError || isConnectionLost(error);
}
