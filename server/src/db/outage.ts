import { StatementTimeoutError, isConnectionLost } from './errors.ts';

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
