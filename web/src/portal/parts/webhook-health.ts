import { getWebhookHealth } from '@vezne/contract/portal/home';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../shared/api/api.ts';
import type { ApiOutput } from '../../shared/api/api.ts';

export type EndpointHealth = ApiOutput<typeof getWebhookHealth>['endpoints'][number];

/** Everything below it is read again when something of an endpoint was pressed. */
export const WEBHOOKS_KEY = ['webhooks'] as const;

/** Somebody who leaves the page open sees it move. */
export const AGAIN_MS = 30_000;

/** Whether events arrive, for home and for the page of the endpoints: both say the same. */
export function useWebhookHealth() {
  return useQuery({
    queryKey: [...WEBHOOKS_KEY, 'health'],
    queryFn: async ({ signal }) => await api(getWebhookHealth, {}, { signal }),
    refetchInterval: AGAIN_MS,
  });
}

/** As on our side: an event that waits for longer is worth a word. */
const BEHIND_AFTER_MS = 300_000;

/** For how long an event has waited that should have arrived; undefined if none has. */
export function behindSeconds({ waitingSince }: EndpointHealth, now: Date): number | undefined {
  if (waitingSince === null) return undefined;
  const waitedMs = now.getTime() - new Date(waitingSince).getTime();
  return waitedMs > BEHIND_AFTER_MS ? waitedMs / 1_000 : undefined;
}

/** It is on, and something does not arrive. */
export function isLate(endpoint: EndpointHealth, now: Date): boolean {
  return endpoint.status === 'active' && (behindSeconds(endpoint, now) !== undefined || endpoint.parked > 0);
}
