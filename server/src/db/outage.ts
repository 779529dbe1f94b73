import { NotSentError, StatementTimeoutError } from './errors.ts';

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
/** pg-pool and pg have no code for these. */
const NO_CONNECTION =
  /^timeout exceeded when trying to connect|^timeout expired|^Connection terminated|^Client has encountered a connection error/;

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

/** While nothing answers, statements on connections that look alive run out of time. Whatever else did is another trouble. */
function isOfOutage(error: unknown): boolean {
  return isConnectionLost(error) || error instanceof StatementTimeoutError;
}

/** Money or news whose fate somebody has to look up. */
const FATES = ['transactionId', 'eventId', 'outcomes'] as const;

/** Whether a line names what somebody has to look up, so that it is neither left out nor counted with others. */
export function namesAFate(fields: object): boolean {
  return FATES.some((name) => name in fields);
}

/**
 * Whether this process reaches its database. There is one of it, as there is one log. While the database is away, every part of a process
 * fails again and again; those lines would bury the one that says so. They are counted instead (db/database-watch tells).
 */
export const outage = {
  isFailing: false,
  linesLeftOut: 0,
  /** Somebody met an error that looks like an outage: look at once. */
  suspect: (): void => undefined,
  /**
   * Whether a warning or error says no more than that the database is away, which is known. What concerns one request, one
   * transaction or one event is always said.
   */
  leavesOut: (fields: object): boolean => {
    if (!('err' in fields) || 'requestId' in fields || namesAFate(fields)) return false;
    if (!isOfOutage(fields.err)) return false;
    if (!outage.isFailing) {
      outage.suspect();
      return false;
    }
    outage.linesLeftOut += 1;
    return true;
  },
};
