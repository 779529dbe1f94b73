import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** What may be better a moment later. */
const PASSING = new Set(['offline', 'unavailable', 'overloaded', 'internal_error', 'unreadable']);
const MAX_TRIES = 2;

/** Of what others change while one looks at it: read again every few seconds while the page is seen, and when one comes back to it. */
export const KEPT_FRESH = {
  staleTime: 0,
  // What could not be read at all has a button to try again, which must not come and go.
  refetchInterval: ({ state }: { state: { data: unknown } }) => (state.data === undefined ? false : 5_000),
} as const;

/** `onFailure` hears of every call that failed. */
export function createQueryClient(onFailure: (error: unknown) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: onFailure }),
    mutationCache: new MutationCache({ onError: onFailure }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) =>
          failures < MAX_TRIES && error instanceof ApiError && PASSING.has(error.code),
        // We say ourselves that there is no connection; a paused query says nothing.
        networkMode: 'always',
      },
      // A second try could do a thing twice.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
