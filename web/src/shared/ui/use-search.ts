import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import type { NavigateOptions } from 'react-router';

/**
 * What stands in the address behind the question mark, and how it is changed. A change begins with the address as it is: react-router would give it
 * the one that was drawn last, so that of two quick changes the second took the first back.
 */
export function useSearch(): [
  search: URLSearchParams,
  change: (make: (now: URLSearchParams) => URLSearchParams, options?: NavigateOptions) => void,
] {
  const [search, setSearch] = useSearchParams();
  const change = useCallback(
    (make: (now: URLSearchParams) => URLSearchParams, options?: NavigateOptions): void => {
      setSearch(make(new URLSearchParams(window.location.search)), options);
    },
    [setSearch],
  );
  return [search, change];
}
