import { useQuery } from '@tanstack/react-query';
import { getHome, getMoney, getWebhookHealth } from '@vezne/contract/portal/home';
import { api } from '../../../shared/api/api.ts';
import type { ApiOutput } from '../../../shared/api/api.ts';

export type MoneyAnswer = ApiOutput<typeof getMoney>;
export type Endpoint = ApiOutput<typeof getWebhookHealth>['endpoints'][number];

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

export function useWebhookHealth() {
  return useQuery({
    queryKey: ['home', 'webhooks'],
    queryFn: async ({ signal }) => await api(getWebhookHealth, {}, { signal }),
    refetchInterval: AGAIN_MS,
  });
}
