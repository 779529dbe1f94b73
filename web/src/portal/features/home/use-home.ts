import { useQuery } from '@tanstack/react-query';
import { getHome, getMoney } from '@vezne/contract/portal/home';
import { api } from '../../../shared/api/api.ts';
import type { ApiOutput } from '../../../shared/api/api.ts';

export type MoneyAnswer = ApiOutput<typeof getMoney>;

/** Somebody who leaves the page open sees it move. */
const AGAIN_MS = 30_000;

export function useMoney() {
  return useQuery({
    queryKey: ['home', 'money'],
    queryFn: async ({ signal }) => await api(getMoney, {}, { signal }),
    refetchInterval: AGAIN_MS,
  });
}

/** What waits, and what came last. */
export function useHome() {
  return useQuery({
    queryKey: ['home', 'waiting'],
    queryFn: async ({ signal }) => await api(getHome, {}, { signal }),
    refetchInterval: AGAIN_MS,
  });
}
