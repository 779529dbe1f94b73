import type { DepositDetail } from '@vezne/contract/console/deposits';

/**
 * Whether its approval waits for somebody else. A bulk binds whoever asked for it: a colleague may still look at one of its deposits and
 * decide it.
 */
export function isApprovalAsked({ openRequest }: Pick<DepositDetail, 'openRequest'>): boolean {
  return openRequest !== null && (openRequest.isMine || openRequest.action !== 'deposit.approve_in_bulk');
}
