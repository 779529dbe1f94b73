import { useMatches } from '../../../shared/ui/use-matches.ts';

/** Here the pane covers the list, and the list drops columns. */
const NARROW = '(max-width: 1023px)';
/** Here a name, a sum and how long it has waited are all that fits beside each other. */
const PHONE = '(max-width: 639px)';

export function useIsNarrow(): boolean {
  return useMatches(NARROW);
}

export function useIsPhone(): boolean {
  return useMatches(PHONE);
}
