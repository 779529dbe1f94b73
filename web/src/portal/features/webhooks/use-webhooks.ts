import { useQuery } from '@tanstack/react-query';
import {
  getEndpointTest,
  listAttempts,
  listDeliveries,
  listEndpoints,
} from '@vezne/contract/portal/webhooks';
import type { EndpointTest } from '@vezne/contract/portal/webhooks';
import { api } from '../../../shared/api/api.ts';
import { AGAIN_MS, WEBHOOKS_KEY } from '../../parts/webhook-health.ts';

const LOOK_EVERY_MS = 10_000;
const LOOK_AT_TEST_EVERY_MS = 1_000;

export function useEndpoints() {
  return useQuery({
    queryKey: WEBHOOKS_KEY,
    queryFn: async ({ signal }) => await api(listEndpoints, {}, { signal }),
    refetchInterval: LOOK_EVERY_MS,
  });
}

export function useDeliveries(id: string, state: 'pending' | 'parked' | null) {
  return useQuery({
    queryKey: [...WEBHOOKS_KEY, id, 'deliveries', state],
    queryFn: async ({ signal }) =>
      await api(listDeliveries, { params: { id }, query: state === null ? {} : { state } }, { signal }),
  });
}

/** What does not arrive at an endpoint that is late, as its list has it; not asked for while nothing is late. */
export function useUndelivered(id: string, state: 'pending' | 'parked' | null) {
  return useQuery({
    queryKey: [...WEBHOOKS_KEY, id, 'deliveries', state],
    enabled: state !== null,
    queryFn: async ({ signal }) =>
      await api(listDeliveries, { params: { id }, query: state === null ? {} : { state } }, { signal }),
    refetchInterval: AGAIN_MS,
  });
}

export function useAttempts(id: string, event: string) {
  return useQuery({
    queryKey: [...WEBHOOKS_KEY, id, 'attempts', event],
    queryFn: async ({ signal }) => await api(listAttempts, { params: { id }, query: { event } }, { signal }),
  });
}

export function isTestOver(test: EndpointTest | undefined): boolean {
  return test?.state === 'ended' || test?.state === 'not_taken';
}

export function useEndpointTest(testId: string | undefined) {
  return useQuery({
    queryKey: ['webhook-test', testId],
    enabled: testId !== undefined,
    queryFn: async ({ signal }) => await api(getEndpointTest, { params: { id: testId ?? '' } }, { signal }),
    refetchInterval: ({ state }) => (isTestOver(state.data) ? false : LOOK_AT_TEST_EVERY_MS),
  });
}
