import { PARTNER_API } from '@vezne/contract/partner/routes';
import type { SignedRequest } from '../../../harness/client.ts';
import { depositBody, withdrawalBody } from '../../../harness/factories.ts';

export type RouteName = keyof typeof PARTNER_API;

export const ROUTES = Object.keys(PARTNER_API) as RouteName[];
export const CREATES = ['createDeposit', 'createWithdrawal'] as const satisfies readonly RouteName[];
export const POSTS = [...CREATES, 'cancelTransaction'] as const satisfies readonly RouteName[];
export const GETS = [
  'getTransaction',
  'listTransactions',
  'listEvents',
  'getBalance',
  'getLimits',
] as const satisfies readonly RouteName[];

/** The routes that read the database, a few at a time. */
export const PAGES = ['listTransactions', 'listEvents', 'getBalance'] as const satisfies readonly RouteName[];
export const LISTS = ['listTransactions', 'listEvents'] as const satisfies readonly RouteName[];

/** Well-formed, but no partner has it. */
const NO_TRANSACTION = 'txn_00000000000000000000000000000000';

/** A correct request to a route, except that its transaction may not exist if none is given. */
export function requestTo(
  route: RouteName,
  { id = NO_TRANSACTION, changes = {} }: { id?: string; changes?: Record<string, unknown> } = {},
): SignedRequest & { method: 'GET' | 'POST' } {
  const { method } = PARTNER_API[route];
  const path = PARTNER_API[route].path.replace('{id}', id);
  if (route === 'createDeposit') return { method, path, body: depositBody(changes) };
  if (route === 'createWithdrawal') return { method, path, body: withdrawalBody(changes) };
  return { method, path };
}
