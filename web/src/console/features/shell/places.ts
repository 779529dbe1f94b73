/** The pages of the console, for the navigation, the palette and the keys. Only what exists. */
import type { SignedInSession } from '@vezne/contract/console/session';
import type { IconName } from '../../../shared/ui/icon-paths.ts';

export interface Place {
  path: string;
  /** Below `nav` in the texts. */
  name: 'overview' | 'profile' | 'sessions' | 'parts';
  icon: IconName;
  group: 'work' | 'account' | 'developer';
  /** After G. The same in both languages: fingers don't translate. */
  key: string;
}

const PLACES: readonly Place[] = [
  { path: '/', name: 'overview', icon: 'overview', group: 'work', key: 'g o' },
  { path: '/profile', name: 'profile', icon: 'person', group: 'account', key: 'g p' },
  { path: '/sessions', name: 'sessions', icon: 'screen', group: 'account', key: 'g s' },
  { path: '/parts', name: 'parts', icon: 'parts', group: 'developer', key: 'g d' },
];

/** What is for those who build the console is shown to administrators of a trial alone: it is no part of anybody's work. */
export function placesFor({
  environment,
  person,
}: Pick<SignedInSession, 'environment' | 'person'>): readonly Place[] {
  const isBuilder = environment === 'development' && person.roles.includes('administrator');
  return PLACES.filter(({ group }) => group !== 'developer' || isBuilder);
}
