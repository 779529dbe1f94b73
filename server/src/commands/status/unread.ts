/** Why there is no state to print: the database is away, or only this command could not read it. */
import pg from 'pg';
import { TimeoutError } from '../../concurrency/timeout.ts';
import { NotSentError } from '../../db/errors.ts';
import { isConnectionLost } from '../../db/outage.ts';
import { databaseProblem } from '../database-problem.ts';

export interface Unread {
  code: 'database_away' | 'status_unread';
  text: string;
}

const NO_ANSWER =
  'The database does not answer. Look whether it is overloaded, and whether its network and disk work.';
const TOOK_TOO_LONG =
  'The database took too long to read it: it is slow, or somebody holds a lock (see "A lock is held" in the runbook).';

/** What is neither is a mistake of ours, and thrown. */
export function unreadBecause(error: unknown): Unread {
  const cause = error instanceof NotSentError && error.cause !== undefined ? error.cause : error;
  const reason = databaseProblem(cause);
  if (isAway(cause)) {
    const why = cause instanceof TimeoutError ? NO_ANSWER : (reason ?? NO_ANSWER);
    return {
      code: 'database_away',
      text: `${why} Nothing is created, decided or delivered while it is away.`,
    };
  }
  if (!(cause instanceof pg.DatabaseError)) throw error;
  const why = cause.code === QUERY_CANCELED ? TOOK_TOO_LONG : (reason ?? `${cause.message}.`);
  return {
    code: 'status_unread',
    text: `The state could not be read, which says nothing about the service. ${why}`,
  };
}

const QUERY_CANCELED = '57014';

/** A server that refuses us is there, and serves the others: it may want another password, or have no connection left for us. */
function isAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(08...|57P0[123])$/.test(error.code ?? '');
  return error instanceof TimeoutError || isConnectionLost(error);
}
