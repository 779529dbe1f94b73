/** The pages of the console, for the navigation, the palette and the keys. Only what exists. */
import type { SignedInSession } from '@vezne/contract/console/session';
import type { Permission } from '@vezne/domain/permissions';
import type { IconName } from '../../../shared/ui/icon-paths.ts';

export interface Place {
  path: string;
  /** Below `nav` in the texts. */
  name:
    | 'overview'
    | 'deposits'
    | 'withdrawals'
    | 'requests'
    | 'waiting'
    | 'undelivered'
    | 'partners'
    | 'bank_accounts'
    | 'settings'
    | 'blocks'
    | 'staff'
    | 'audit'
    | 'profile'
    | 'sessions'
    | 'parts';
  icon: IconName;
  group: 'work' | 'administration' | 'account' | 'developer';
  /** After G. The same in both languages: fingers don't translate. */
  key: string;
  /** One of these is needed to see it. */
  permissions?: readonly Permission[];
}

const PLACES: readonly Place[] = [
  { path: '/', name: 'overview', icon: 'overview', group: 'work', key: 'g o' },
  {
    path: '/deposits',
    name: 'deposits',
    icon: 'deposit',
    group: 'work',
    key: 'g y',
    permissions: ['read_queues', 'read_masked'],
  },
  {
    path: '/withdrawals',
    name: 'withdrawals',
    icon: 'withdraw',
    group: 'work',
    key: 'g c',
    permissions: ['read_queues', 'read_masked'],
  },
  {
    path: '/requests',
    name: 'requests',
    icon: 'people',
    group: 'work',
    key: 'g i',
    permissions: ['read_queues', 'read_masked'],
  },
  {
    path: '/waiting',
    name: 'waiting',
    icon: 'waiting-person',
    group: 'work',
    key: 'g t',
    permissions: ['read_queues', 'read_masked'],
  },
  {
    path: '/undelivered',
    name: 'undelivered',
    icon: 'hook',
    group: 'work',
    key: 'g b',
    permissions: ['read_queues', 'read_masked'],
  },
  {
    path: '/partners',
    name: 'partners',
    icon: 'partner',
    group: 'administration',
    key: 'g r',
    permissions: ['read_queues', 'read_masked'],
  },
  {
    path: '/bank-accounts',
    name: 'bank_accounts',
    icon: 'bank',
    group: 'administration',
    key: 'g h',
    permissions: ['read_queues', 'read_masked'],
  },
  {
    path: '/settings',
    name: 'settings',
    icon: 'sliders',
    group: 'administration',
    key: 'g l',
    permissions: ['read_queues', 'read_masked'],
  },
  {
    path: '/blocks',
    name: 'blocks',
    icon: 'ban',
    group: 'administration',
    key: 'g e',
    permissions: ['read_queues', 'read_masked'],
  },
  {
    path: '/staff',
    name: 'staff',
    icon: 'person',
    group: 'administration',
    key: 'g k',
    permissions: ['read_everything', 'read_masked'],
  },
  {
    path: '/audit',
    name: 'audit',
    icon: 'audit',
    group: 'administration',
    key: 'g a',
    permissions: ['read_everything', 'read_masked'],
  },
  { path: '/profile', name: 'profile', icon: 'person', group: 'account', key: 'g p' },
  { path: '/sessions', name: 'sessions', icon: 'screen', group: 'account', key: 'g s' },
  { path: '/parts', name: 'parts', icon: 'parts', group: 'developer', key: 'g d' },
];

/** The pages of this person here. What is for those who build the console is shown to administrators of a trial alone. */
export function placesFor({
  environment,
  person,
  permissions: own,
}: Pick<SignedInSession, 'environment' | 'person' | 'permissions'>): readonly Place[] {
  const isBuilder = environment === 'development' && person.roles.includes('administrator');
  return PLACES.filter(
    ({ group, permissions }) =>
      (group !== 'developer' || isBuilder) &&
      (permissions === undefined || permissions.some((permission) => own.includes(permission))),
  );
}
