import { useMatches } from '../../shared/ui/use-matches.ts';

/** The same width as in the stylesheets: below it the navigation is a bar of tabs, and tables are cards. */
const PHONE = '(max-width: 899px)';

export function useIsPhone(): boolean {
  return useMatches(PHONE);
}
