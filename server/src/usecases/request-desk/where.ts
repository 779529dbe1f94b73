import { CONFIRMABLE_ACTS } from '../confirmation/acts.ts';
import { OPERATION_REQUEST } from '../ledger/post.ts';
import { BULK_REQUEST } from '../deposits/approve-in-bulk.ts';
import { REQUESTED_ACTIONS } from '../decisions/requested-actions.ts';

const AT_CONSOLE: ReadonlySet<string> = new Set([
  ...REQUESTED_ACTIONS,
  BULK_REQUEST,
  OPERATION_REQUEST,
  ...CONFIRMABLE_ACTS.map(({ action }) => action),
]);

/** Whether a request of this action is confirmed at the console. */
export function isConfirmedAtConsole(action: string): boolean {
  return AT_CONSOLE.has(action);
}
