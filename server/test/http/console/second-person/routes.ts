/** Which action each route of the console does. */
import { CONSOLE_API } from '@vezne/contract/console/routes';
import type { ConsoleRoute } from '@vezne/contract/console/route';
import type { AuditAction } from '@vezne/domain/audit-actions';

export type RouteName = keyof typeof CONSOLE_API;

/** Of routes that decide, ask or send again. Changes of settings name theirs in the contract. */
const DECISIONS: Partial<Record<RouteName, readonly AuditAction[]>> = {
  approveDeposit: ['deposit.approve'],
  rejectDeposit: ['deposit.reject'],
  confirmDepositOnBehalf: ['deposit.confirm_on_behalf'],
  holdDeposit: ['deposit.hold'],
  unholdDeposit: ['deposit.unhold'],
  enterLateMoney: ['deposit.enter_late_money'],
  correctDeposit: ['deposit.correct'],
  claimDeposit: ['deposit.take_over'],
  releaseDeposit: [],
  approveDepositsInBulk: ['deposit.approve'],
  takePayout: ['withdrawal.take'],
  authorisePayout: ['withdrawal.authorise'],
  releasePayout: ['withdrawal.release', 'withdrawal.release_authorised'],
  rejectPayout: ['withdrawal.reject'],
  recordPayoutPart: ['withdrawal.record_part'],
  approvePayout: ['withdrawal.approve'],
  handOverPayout: ['withdrawal.hand_over'],
  returnPayout: ['withdrawal.return_payout'],
  correctPayout: ['withdrawal.correct'],
  bookMisdirection: ['ledger.book_misdirection'],
  recordCopy: ['withdrawal.copy_details'],
  confirmRequest: ['request.confirm'],
  declineRequest: ['request.decline'],
  withdrawRequest: ['request.withdraw'],
  replayUndelivered: ['webhook.replay'],
  lookAsPartner: ['partner.look'],
};

/** The actions of a route, or undefined if nobody has said which they are. What only reads, and what people do to themselves, has none. */
function actionsOf(name: RouteName): readonly AuditAction[] | undefined {
  const route: ConsoleRoute = CONSOLE_API[name];
  if (route.action !== undefined) return [route.action];
  const isOwn = route.permission === 'public' || route.permission === 'signed_in';
  if (route.method === 'GET' || route.isRead === true || isOwn) return [];
  return DECISIONS[name];
}

export const ROUTE_NAMES = Object.keys(CONSOLE_API) as RouteName[];

/** Routes that do something which nobody has named here. */
export const UNNAMED: readonly RouteName[] = ROUTE_NAMES.filter((name) => actionsOf(name) === undefined);

/** By action, the routes that do it. */
export function routesOf(action: AuditAction): RouteName[] {
  return ROUTE_NAMES.filter((name) => actionsOf(name)?.includes(action));
}
