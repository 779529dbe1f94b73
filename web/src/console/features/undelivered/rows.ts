import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  getEndpointDeliveries,
  listEndpointsBehind,
  listParkedEvents,
} from '@vezne/contract/console/undelivered';
import type { EndpointBehind, UndeliveredEvent } from '@vezne/contract/console/undelivered';
import { useMemo } from 'react';
import { api } from '../../../shared/api/api.ts';
import type { ApiOutput } from '../../../shared/api/api.ts';

/** Everything of this page. */
export const UNDELIVERED_KEY = ['undelivered'] as const;
/** Workers try by the second; people look by the minute. */
const AGAIN_MS = 10_000;

/** A line of the list: an endpoint that is behind, or an event that was given up. */
export type Row =
  | { kind: 'endpoint'; key: string; endpoint: EndpointBehind }
  | { kind: 'parked'; key: string; event: UndeliveredEvent };

export interface UndeliveredList {
  rows: readonly Row[];
  hasMore: boolean;
  isLoading: boolean;
  error: unknown;
  more: () => void;
  retry: () => void;
}

/** Endpoints that are behind first, then what was given up. */
export function useUndelivered(): UndeliveredList {
  const behind = useQuery({
    queryKey: [...UNDELIVERED_KEY, 'behind'],
    queryFn: async ({ signal }) => await api(listEndpointsBehind, {}, { signal }),
    refetchInterval: AGAIN_MS,
  });
  const parked = useInfiniteQuery({
    queryKey: [...UNDELIVERED_KEY, 'parked'],
    queryFn: async ({ pageParam, signal }) =>
      await api(listParkedEvents, { query: pageParam === undefined ? {} : { after: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }: ApiOutput<typeof listParkedEvents>) => next ?? undefined,
    refetchInterval: AGAIN_MS,
  });
  const rows = useMemo(
    (): Row[] => [
      ...(behind.data?.endpoints ?? []).map((endpoint) => ({
        kind: 'endpoint' as const,
        key: endpoint.id,
        endpoint,
      })),
      ...(parked.data?.pages ?? [])
        .flatMap(({ events }) => events)
        .map((event) => ({
          kind: 'parked' as const,
          key: `${event.endpoint.id}:${event.eventId}`,
          event,
        })),
    ],
    [behind.data, parked.data],
  );
  const isThere = behind.data !== undefined && parked.data !== undefined;
  return {
    rows: isThere ? rows : [],
    hasMore: parked.hasNextPage && !parked.isFetchNextPageError,
    isLoading: !isThere || parked.isFetchingNextPage,
    error: isThere ? null : (behind.error ?? parked.error),
    more: () => void parked.fetchNextPage(),
    retry: () => {
      void behind.refetch();
      void parked.refetch();
    },
  };
}

export function useEndpoint(id: string) {
  return useQuery({
    queryKey: [...UNDELIVERED_KEY, 'endpoint', id],
    queryFn: async ({ signal }) => await api(getEndpointDeliveries, { params: { id } }, { signal }),
    refetchOnWindowFocus: true,
  });
}
