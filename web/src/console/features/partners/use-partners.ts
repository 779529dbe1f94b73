import { useQuery } from '@tanstack/react-query';
import { getPartner, listPartners } from '@vezne/contract/console/partners';
import { api } from '../../../shared/api/api.ts';

/** Everything about partners. A change reads all of it again. */
export const PARTNERS_KEY = ['partners'] as const;
/** Balances move all the time; whoever looks at the list looks for what stands out. */
const AGAIN_MS = 15_000;

export function usePartners() {
  return useQuery({
    queryKey: [...PARTNERS_KEY, 'list'],
    queryFn: async ({ signal }) => await api(listPartners, {}, { signal }),
    refetchInterval: AGAIN_MS,
  });
}

export function usePartner(id: string) {
  return useQuery({
    queryKey: [...PARTNERS_KEY, 'one', id],
    queryFn: async ({ signal }) => await api(getPartner, { params: { id } }, { signal }),
    refetchOnWindowFocus: true,
  });
}
