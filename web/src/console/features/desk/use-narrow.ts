import { useCallback, useSyncExternalStore } from 'react';

/** Here the pane covers the list, and the list drops columns. */
const NARROW = '(max-width: 1023px)';
/** Here a name, a sum and how long it has waited are all that fits beside each other. */
const PHONE = '(max-width: 639px)';

function useMatches(media: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const query = matchMedia(media);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    [media],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(media).matches);
}

export function useIsNarrow(): boolean {
  return useMatches(NARROW);
}

export function useIsPhone(): boolean {
  return useMatches(PHONE);
}
