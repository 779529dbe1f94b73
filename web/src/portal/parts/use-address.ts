import { useCallback } from 'react';
import { useLocation } from 'react-router';
import { useSearch } from '../../shared/ui/use-search.ts';

/** What a page is filtered by stands in its address, so that a reload and a shared address show the same. */
export function useAddress(): {
  read: (name: string) => string | undefined;
  write: (changes: Readonly<Record<string, string | undefined>>) => void;
  /** All of it, as text: it changes when anything does. */
  whole: string;
} {
  const [params, change] = useSearch();
  // What lies beside the address, such as a searched text, stays there.
  const { state } = useLocation() as { state: unknown };
  const write = useCallback(
    (changes: Readonly<Record<string, string | undefined>>) => {
      change(
        (now) => {
          const after = new URLSearchParams(now);
          for (const [name, value] of Object.entries(changes)) {
            if (value === undefined || value === '') after.delete(name);
            else after.set(name, value);
          }
          return after;
        },
        { replace: true, state },
      );
    },
    [change, state],
  );
  return { read: (name) => params.get(name) ?? undefined, write, whole: params.toString() };
}
