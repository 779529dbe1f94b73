/** What somebody of ours may use who looks as a partner sees it: what reads, of what they may read, and the way out. */
import type { PortalRoute } from '@vezne/contract/portal/route';
import { downloadStatement } from '@vezne/contract/portal/statements';
import { signOut } from '@vezne/contract/sign-in/session';
import { LOOK_PERMISSIONS } from '@vezne/domain/partner-permissions';

export function isSignOut({ method, path }: Pick<PortalRoute, 'method' | 'path'>): boolean {
  return method === signOut.method && path === signOut.path;
}

export function mayLookerUse(route: PortalRoute): boolean {
  const { method, path, isRead, permission } = route;
  if (isSignOut(route)) return true;
  // Each file that is taken away is noted with its person, and whoever looks is none of the partner's.
  const reads = (method === 'GET' || isRead === true) && path !== downloadStatement.path;
  return reads && LOOK_PERMISSIONS.some((one) => one === permission);
}
