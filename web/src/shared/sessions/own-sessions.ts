import { useQuery } from '@tanstack/react-query';
import { listSessions } from '@vezne/contract/sign-in/session';
import { api } from '../api/api.ts';

export const SESSIONS_KEY = ['sessions'] as const;

/** For the page and for the number in the navigation, which every page has. */
export function useOwnSessions() {
  return useQuery({
    queryKey: SESSIONS_KEY,
    queryFn: async ({ signal }) => await api(listSessions, {}, { signal }),
  });
}
