import { useQuery } from '@tanstack/react-query';
import { getStaff, listStaff } from '@vezne/contract/console/staff';
import { api } from '../../../shared/api/api.ts';

/** Everything about people. A change reads all of it again. */
export const STAFF_KEY = ['staff'] as const;

export function useStaff() {
  return useQuery({
    queryKey: [...STAFF_KEY, 'list'],
    queryFn: async ({ signal }) => await api(listStaff, {}, { signal }),
    refetchOnWindowFocus: true,
  });
}

export function usePerson(id: string) {
  return useQuery({
    queryKey: [...STAFF_KEY, 'one', id],
    queryFn: async ({ signal }) => await api(getStaff, { params: { id } }, { signal }),
    refetchOnWindowFocus: true,
  });
}
