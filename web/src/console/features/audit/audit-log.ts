import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { countNewAuditEntries, listAuditLog } from '@vezne/contract/console/audit';
import type { AuditRow, AuditSubjectShown } from '@vezne/contract/console/audit';
import { api } from '../../../shared/api/api.ts';
import type { ApiOutput } from '../../../shared/api/api.ts';
import type { AuditFilterValues } from './audit-filters.ts';

type Page = ApiOutput<typeof listAuditLog>;

/** The log is no queue: nobody waits for the next entry. */
const LOOK_EVERY_MS = 10_000;

export interface AuditLog {
  rows: readonly AuditRow[];
  /** What the filter by a subject was understood as. */
  subjects: readonly AuditSubjectShown[] | null;
  news: { count: number; isMore: boolean };
  hasMore: boolean;
  isLoading: boolean;
  error: unknown;
  more: () => void;
  retry: () => void;
  showNew: () => void;
}

/** The log as somebody reads it: nothing moves by itself, new entries wait behind a bar. */
export function useAuditLog(filters: AuditFilterValues): AuditLog {
  const query = useInfiniteQuery({
    queryKey: ['audit', filters],
    queryFn: async ({ pageParam, signal }) => {
      const before = pageParam === undefined ? {} : { before: pageParam };
      return await api(listAuditLog, { query: { ...filters, ...before } }, { signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }: Page) => next ?? undefined,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const pages = query.data?.pages ?? [];
  const rows = pages.flatMap(({ entries }) => entries);
  const newest = rows[0]?.id;
  const { data: news } = useQuery({
    queryKey: ['audit-news', filters, newest],
    queryFn: async ({ signal }) =>
      await api(
        countNewAuditEntries,
        { query: { ...filters, ...(newest === undefined ? {} : { after: newest }) } },
        { signal },
      ),
    enabled: query.isSuccess,
    refetchInterval: LOOK_EVERY_MS,
    gcTime: 0,
  });
  return {
    rows,
    subjects: pages[0]?.subjects ?? null,
    news: news ?? { count: 0, isMore: false },
    hasMore: query.hasNextPage,
    isLoading: query.isPending || query.isFetchingNextPage,
    error: rows.length === 0 ? query.error : null,
    more: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
    showNew: () => void query.refetch(),
  };
}
