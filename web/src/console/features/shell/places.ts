/** The pages of the console, for the navigation, the palette and the keys. Only what exists. */
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

export function placesFor(environment: 'production' | 'development'): readonly Place[] {
  return PLACES.filter(({ group }) => group !== 'developer' || environment === 'development');
}
