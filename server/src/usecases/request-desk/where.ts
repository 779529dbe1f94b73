import { OPERATION_REQUEST } from '../ledger/post.ts';
import { BULK_REQUEST } from '../deposits/approve-in-bulk.ts';
import { REQUESTED_ACTIONS } from '../decisions/requested-actions.ts';

/**
 * What the console's role may write in the database, beyond money: people. Their rows are held by triggers to requests that two
 * people agreed on. Everything else that a request can change belongs to the command line.
 */
const CHANGES_AT_CONSOLE = ['staff.add', 'staff.enable', 'staff.reset', 'staff.set_roles'] as const;

const AT_CONSOLE: ReadonlySet<string> = new Set([
  ...REQUESTED_ACTIONS,
  BULK_REQUEST,
  OPERATION_REQUEST,
  ...CHANGES_AT_CONSOLE,
]);

/** Whether a request of this action is confirmed at the console. */
export function isConfirmedAtConsole(action: string): boolean {
  return AT_CONSOLE.has(action);
}
