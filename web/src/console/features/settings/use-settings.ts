import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getSettings, listPartnerLimits, listSettingsVersions } from '@vezne/contract/console/settings';
import { api } from '../../../shared/api/api.ts';

/** Everything about settings. A change reads all of it again. */
export const SETTINGS_KEY = ['settings'] as const;
/** A pause that a colleague makes has to be seen soon. */
const AGAIN_MS = 10_000;

export function useSettings() {
  return useQuery({
    queryKey: [...SETTINGS_KEY, 'now'],
    queryFn: async ({ signal }) => await api(getSettings, {}, { signal }),
    refetchInterval: AGAIN_MS,
  });
}

/** The newest first; older ones when they are asked for. */
export function useSettingsVersions() {
  return useInfiniteQuery({
    queryKey: [...SETTINGS_KEY, 'versions'],
    queryFn: async ({ pageParam, signal }) =>
      await api(
        listSettingsVersions,
        { query: pageParam === undefined ? {} : { before: pageParam } },
        { signal },
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}

export function usePartnerLimits() {
  return useQuery({
    queryKey: [...SETTINGS_KEY, 'partner-limits'],
    queryFn: async ({ signal }) => await api(listPartnerLimits, {}, { signal }),
    refetchOnWindowFocus: true,
  });
}
