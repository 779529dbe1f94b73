import { useQuery } from '@tanstack/react-query';
import { listCredentials } from '@vezne/contract/portal/credentials';
import { getNetworks } from '@vezne/contract/portal/networks';
import { api } from '../../../shared/api/api.ts';

export const KEYS_KEY = ['credentials'] as const;
export const NETWORKS_KEY = ['networks'] as const;

/** Somebody who tries their first request waits for it to be seen. */
const LOOK_EVERY_MS = 15_000;

export function useKeys() {
  return useQuery({
    queryKey: KEYS_KEY,
    queryFn: async ({ signal }) => await api(listCredentials, {}, { signal }),
    refetchInterval: LOOK_EVERY_MS,
  });
}

export function useNetworks() {
  return useQuery({
    queryKey: NETWORKS_KEY,
    queryFn: async ({ signal }) => await api(getNetworks, {}, { signal }),
  });
}
