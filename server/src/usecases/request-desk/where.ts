import { CONFIRMABLE_ACTS } from '../confirmation/acts.ts';
import { OPERATION_REQUEST } from '../ledger/post.ts';
import { BULK_REQUEST } from '../deposits/approve-in-bulk.ts';
import { REQUESTED_ACTIONS } from '../decisions/requested-actions.ts';

/** Every change but one: what ends the watch of a frozen account belongs to the command line. */
const CHANGES_AT_CONSOLE = CONFIRMABLE_ACTS.map(({ action }) => action).filter(
  (action) => action !== 'bank_account.disable',
);

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
