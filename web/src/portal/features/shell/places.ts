/** The pages of the portal, for the navigation and the tab bar. Only what exists. */
import type { PartnerPermission } from '@vezne/domain/partner-permissions';
import type { SignedInSession } from '@vezne/contract/portal/session';
import type { IconName } from '../../../shared/ui/icon-paths.ts';

export interface Place {
  path: string;
  /** Below `nav` in the texts. */
  name:
    | 'home'
    | 'transactions'
    | 'money'
    | 'statements'
    | 'credentials'
    | 'webhooks'
    | 'people'
    | 'profile'
    | 'sessions';
  icon: IconName;
  group: 'business' | 'developer' | 'organisation' | 'account';
  permission?: PartnerPermission;
  /** Who comes first in a tab bar with room for four. */
  rank: number;
}

const PLACES: readonly Place[] = [
  { path: '/', name: 'home', icon: 'home', group: 'business', rank: 1 },
  {
    path: '/transactions',
    name: 'transactions',
    icon: 'swap',
    group: 'business',
    permission: 'read_transactions',
    rank: 2,
  },
  { path: '/money', name: 'money', icon: 'audit', group: 'business', permission: 'read_money', rank: 5 },
  {
    path: '/statements',
    name: 'statements',
    icon: 'document',
    group: 'business',
    permission: 'read_money',
    rank: 3,
  },
  {
    path: '/credentials',
    name: 'credentials',
    icon: 'key',
    group: 'developer',
    permission: 'manage_credentials',
    rank: 6,
  },
  {
    path: '/webhooks',
    name: 'webhooks',
    icon: 'hook',
    group: 'developer',
    permission: 'manage_webhooks',
    rank: 4,
  },
  {
    path: '/people',
    name: 'people',
    icon: 'people',
    group: 'organisation',
    permission: 'manage_people',
    rank: 7,
  },
  { path: '/profile', name: 'profile', icon: 'person', group: 'account', rank: 8 },
  { path: '/sessions', name: 'sessions', icon: 'screen', group: 'account', rank: 9 },
];

/** Whoever looks as the partner sees it is nobody there, with no profile and no other session. */
export function placesFor({
  permissions,
  look,
}: Pick<SignedInSession, 'permissions' | 'look'>): readonly Place[] {
  return PLACES.filter(
    ({ permission, group }) =>
      (permission === undefined || permissions.includes(permission)) &&
      (look === null || group !== 'account'),
  );
}

/** The place of an address, if the person does not have it. */
export function closedPlace(
  pathname: string,
  session: Pick<SignedInSession, 'permissions' | 'look'>,
): Place | undefined {
  const open = new Set(placesFor(session));
  return PLACES.find(
    (place) => !open.has(place) && (pathname === place.path || pathname.startsWith(`${place.path}/`)),
  );
}

/** Four places beside "more": fingers reach five. */
const TABS = 4;

/** Which of these have a tab, in the order of the navigation. The others are behind "more". */
export function tabsOf(places: readonly Place[]): { tabs: readonly Place[]; others: readonly Place[] } {
  const first = new Set(places.toSorted((a, b) => a.rank - b.rank).slice(0, TABS));
  return {
    tabs: places.filter((place) => first.has(place)),
    others: places.filter((place) => !first.has(place)),
  };
}
