import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { InfiniteData } from '@tanstack/react-query';
import { getWaitingPlayerRows, listWaitingPlayers } from '@vezne/contract/console/waiting-players';
import type { WaitingPlayer } from '@vezne/contract/console/waiting-players';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { api } from '../../../shared/api/api.ts';
import type { ApiOutput } from '../../../shared/api/api.ts';
import { useChanged } from '../live/live.tsx';

type Page = ApiOutput<typeof listWaitingPlayers>;
type Pages = InfiniteData<Page, string | undefined>;

export interface WaitingFilters {
  partner?: string;
  account?: string;
  least?: string;
  most?: string;
}

export interface WaitingList {
  rows: readonly WaitingPlayer[];
  /** Who pressed the button, was confirmed for or ran out of time. They stay where they are until the reader reads anew. */
  gone: ReadonlySet<string>;
  hasMore: boolean;
  isLoading: boolean;
  error: unknown;
  more: () => void;
  /** Reads the list again, with what is new and without what is gone. */
  reload: () => void;
}

/** As many as one request names. */
const ROWS_AT_ONCE = 100;
const NONE: ReadonlySet<string> = new Set();
const LOOK_FOR_NEW_MS = 15_000;

/** The list as somebody reads it: rows change where they are, and nothing moves by itself. */
export function useWaitingList(filters: WaitingFilters): WaitingList {
  const client = useQueryClient();
  const queryKey = useMemo(() => ['waiting-players', filters] as const, [filters]);
  const [gone, setGone] = useState(NONE);
  const query = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }) =>
      await api(
        listWaitingPlayers,
        { query: { ...filters, ...(pageParam === undefined ? {} : { after: pageParam }) } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }: Page) => next ?? undefined,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const rows = useMemo(() => query.data?.pages.flatMap(({ players }) => players) ?? [], [query.data]);

  const reread = async (ids: readonly string[]): Promise<void> => {
    for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
      const some = ids.slice(from, from + ROWS_AT_ONCE);
      const { players } = await api(getWaitingPlayerRows, { query: { ids: some.join(',') } });
      const now = new Map(players.map((row) => [row.id, row]));
      client.setQueryData<Pages>(
        queryKey,
        (data) =>
          data && {
            ...data,
            pages: data.pages.map((page) => ({
              ...page,
              players: page.players.map((row) => now.get(row.id) ?? row),
            })),
          },
      );
      setGone((before) => new Set([...before, ...some.filter((id) => !now.has(id))]));
    }
  };
  const named = useRef(new Set<string>());
  const isReading = useRef(false);
  /** One request after the other, with all that was named meanwhile. */
  const readNamed = async (): Promise<void> => {
    if (isReading.current) return;
    isReading.current = true;
    try {
      while (named.current.size > 0) {
        const ids = [...named.current];
        named.current.clear();
        await reread(ids);
      }
    } catch {
      // A line that is lost says so elsewhere, and on its return everything is read again.
    } finally {
      isReading.current = false;
    }
  };
  useChanged(({ ids, all }) => {
    const shown = new Set(rows.map(({ id }) => id));
    for (const id of all ? shown : ids) if (shown.has(id)) named.current.add(id);
    void readNamed();
  });
  useNewOnes({ queryKey, filters, isAtEnd: query.data !== undefined && !query.hasNextPage });
  const { refetch, fetchNextPage } = query;
  return {
    rows,
    gone,
    hasMore: query.hasNextPage && !query.isFetchNextPageError,
    isLoading: query.isPending || query.isFetchingNextPage,
    error: query.data === undefined ? query.error : null,
    more: useCallback(() => void fetchNextPage(), [fetchNextPage]),
    reload: useCallback(() => {
      setGone(NONE);
      void refetch();
    }, [refetch]),
  };
}

/**
 * A new deposit rings nothing: creates are not held up for this list. So it is asked for now and then. The newest stand at the end, where
 * they move nothing that is read; as long as there are more pages, they come with those.
 */
function useNewOnes({
  queryKey,
  filters,
  isAtEnd,
}: {
  queryKey: readonly unknown[];
  filters: WaitingFilters;
  isAtEnd: boolean;
}): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isAtEnd) return;
    const lastOf = (pages: Pages | undefined): string | undefined =>
      pages?.pages.flatMap(({ players }) => players).at(-1)?.id;
    const look = async (): Promise<void> => {
      const after = lastOf(client.getQueryData<Pages>(queryKey));
      const { players, next } = await api(listWaitingPlayers, {
        query: { ...filters, ...(after === undefined ? {} : { after }) },
      });
      client.setQueryData<Pages>(queryKey, (data) => {
        const last = data?.pages.at(-1);
        // Read anew meanwhile: then it has them.
        if (data === undefined || last === undefined || lastOf(data) !== after) return data;
        const longer = { players: [...last.players, ...players], next };
        return { ...data, pages: [...data.pages.slice(0, -1), longer] };
      });
    };
    const timer = setInterval(() => {
      // A line that is lost says so elsewhere.
      if (document.visibilityState === 'visible') void look().catch(() => undefined);
    }, LOOK_FOR_NEW_MS);
    return () => clearInterval(timer);
  }, [client, filters, isAtEnd, queryKey]);
}
