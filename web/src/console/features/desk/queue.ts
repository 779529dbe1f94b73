import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { InfiniteData } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useChanged } from '../live/live.tsx';
import { usePace } from '../live/use-pace.ts';

export interface QueueRow {
  id: string;
  waitingSince: string;
}

export interface QueuePage<Row extends QueueRow> {
  rows: readonly Row[];
  /** For the page behind it; null: it is the last. */
  next: string | null;
}

/** Where the rows of a queue come from. It stays the same object as long as it is the same list. */
export interface QueueSource<Row extends QueueRow, Page extends QueuePage<Row> = QueuePage<Row>> {
  /** Names the list among everything that the page has read. */
  key: readonly unknown[];
  list: (after: string | undefined, signal?: AbortSignal) => Promise<Page>;
  /** Some of them again; what waits no longer is missing. */
  readRows: (ids: readonly string[]) => Promise<readonly Row[]>;
  /** Whether a row that nobody asked for belongs to it. */
  isWithin: (row: Row) => boolean;
  /** What a row is when it is read again where it stands. */
  replace?: (row: Row, now: Row) => Row;
}

/** As many as one request names. */
const ROWS_AT_ONCE = 100;
const PAGES_TO_LOOK_AT = 4;
/** Soon enough that everybody sees within a second what another has done. */
const READ_EVERY_MS = 500;

/** Rows that have left the queue, by somebody else's hand. They stay where they are until the reader does something. */
type Gone = ReadonlySet<string>;
const NONE: Gone = new Set();

export interface Queue<Row extends QueueRow, Page extends QueuePage<Row> = QueuePage<Row>> {
  rows: readonly Row[];
  /** As they were read. */
  pages: readonly Page[];
  gone: Gone;
  /** New ones that wait behind a bar; null: some, and nobody knows how many. */
  newCount: number | null;
  hasMore: boolean;
  isLoading: boolean;
  error: unknown;
  more: () => void;
  retry: () => void;
  /** Reads the list again, with what is new and without what is gone. */
  showNew: () => Promise<void>;
  /** Takes rows out, after a decision of one's own. */
  remove: (ids: readonly string[]) => void;
  /** Reads rows again. */
  reread: (ids: readonly string[]) => Promise<void>;
}

/** The queue as somebody reads it: nothing moves by itself. Rows change where they are, new ones wait until they are asked for. */
export function useQueue<Row extends QueueRow, Page extends QueuePage<Row>>(
  source: QueueSource<Row, Page>,
): Queue<Row, Page> {
  type Pages = InfiniteData<Page, string | undefined>;
  const client = useQueryClient();
  const { key: queryKey } = source;
  const [gone, setGone] = useState<Gone>(NONE);
  const [fresh, setFresh] = useState<ReadonlySet<string>>(NONE);
  const [isUnclear, setIsUnclear] = useState(false);
  const loadedAtMs = useRef(0);
  const query = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }) => {
      if (pageParam === undefined) loadedAtMs.current = Date.now();
      return await source.list(pageParam, signal);
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }: Page) => next ?? undefined,
    // It is kept new row by row; read again as a whole, it would move under the reader.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const hasMore = useRef(false);
  useEffect(() => {
    hasMore.current = query.hasNextPage;
  });
  const rows = useMemo(() => unique(query.data?.pages.flatMap((page) => page.rows) ?? []), [query.data]);

  const change = useCallback(
    (of: (row: Row) => Row | null) => {
      client.setQueryData<Pages>(queryKey, (data) =>
        data === undefined
          ? data
          : {
              ...data,
              pages: data.pages.map((page) => ({
                ...page,
                rows: page.rows.map(of).filter((row) => row !== null),
              })),
            },
      );
    },
    [client, queryKey],
  );

  /** What is shown at this moment: whatever reads for long must not go by what was shown when it began. */
  const shown = useCallback(() => {
    const pages = client.getQueryData<Pages>(queryKey)?.pages ?? [];
    return { pages: pages.length, ids: pages.flatMap((page) => page.rows.map(({ id }) => id)) };
  }, [client, queryKey]);

  const reread = useCallback(
    async (ids: readonly string[]) => {
      const known = new Set(shown().ids);
      for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
        const some = ids.slice(from, from + ROWS_AT_ONCE);
        const read = await source.readRows(some);
        const now = new Map(read.map((row) => [row.id, row]));
        change((row) => {
          const newer = now.get(row.id);
          if (newer === undefined) return row;
          return source.replace === undefined ? newer : source.replace(row, newer);
        });
        setGone(
          (before) =>
            new Set(
              [...before]
                .filter((id) => !now.has(id))
                .concat(some.filter((id) => known.has(id) && !now.has(id))),
            ),
        );
        // Behind the last page that is shown there are old ones too, and their changes are no news.
        const isNew = (row: Row): boolean =>
          !hasMore.current || Date.parse(row.waitingSince) >= loadedAtMs.current;
        const unknown = read.filter((row) => !known.has(row.id) && isNew(row) && source.isWithin(row));
        setFresh((before) => {
          const still = [...before].filter((id) => !some.includes(id) || now.has(id));
          return new Set([...still, ...unknown.map(({ id }) => id)]);
        });
      }
    },
    [change, shown, source],
  );

  /** Nobody named what is new: looks at as many pages as are shown. */
  const findNew = async (): Promise<void> => {
    const { pages, ids } = shown();
    // A long list is not read again behind a reader's back.
    if (pages > PAGES_TO_LOOK_AT) return setIsUnclear(true);
    const known = new Set(ids);
    const found: Row[] = [];
    let after: string | null = null;
    for (let page = 0; page < pages; page += 1) {
      const { rows: some, next }: Page = await source.list(after ?? undefined);
      found.push(...some);
      after = next;
      if (next === null) break;
    }
    const isNew = (row: Row): boolean =>
      !known.has(row.id) && (after === null || Date.parse(row.waitingSince) >= loadedAtMs.current);
    setFresh((before) => new Set([...before, ...found.filter(isNew).map(({ id }) => id)]));
  };
  const named = useRef(new Set<string>());
  /** Nobody knows what has changed. */
  const isAllNamed = useRef(false);
  /** With all that was named meanwhile: a busy queue must not be read four times a second. */
  const readNamed = usePace(async () => {
    const isAll = isAllNamed.current;
    const ids = [...named.current, ...(isAll ? shown().ids : [])];
    isAllNamed.current = false;
    named.current.clear();
    if (ids.length > 0) await reread([...new Set(ids)]);
    if (isAll) await findNew();
  }, READ_EVERY_MS);
  const isThere = query.data !== undefined;
  useChanged(({ ids, all }) => {
    for (const id of ids) named.current.add(id);
    if (all) isAllNamed.current = true;
    if (isThere) readNamed();
  });
  // The first page may have been read before what was named while it was on its way.
  useEffect(() => {
    if (isThere) readNamed();
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the page is there
  }, [isThere]);

  const forget = useCallback(() => {
    setGone(NONE);
    setFresh(NONE);
    setIsUnclear(false);
  }, []);
  // Other filters are another list.
  const [shownKey, setShownKey] = useState(queryKey);
  if (shownKey !== queryKey) {
    setShownKey(queryKey);
    forget();
  }
  const { refetch, fetchNextPage } = query;
  return {
    rows,
    pages: query.data?.pages ?? [],
    gone,
    newCount: isUnclear ? null : fresh.size,
    // One that failed is asked for again with the list, not by itself for ever.
    hasMore: query.hasNextPage && !query.isFetchNextPageError,
    isLoading: query.isPending || query.isFetchingNextPage,
    error: query.data === undefined ? query.error : null,
    more: useCallback(() => void fetchNextPage(), [fetchNextPage]),
    retry: useCallback(() => void refetch(), [refetch]),
    showNew: useCallback(async () => {
      await refetch();
      forget();
    }, [forget, refetch]),
    remove: useCallback(
      (ids) => {
        change((row) => (ids.includes(row.id) || gone.has(row.id) ? null : row));
        setGone(NONE);
        setFresh((before) => new Set([...before].filter((id) => !ids.includes(id))));
      },
      [change, gone],
    ),
    reread,
  };
}

/** A row that moved to a later page while pages were read is there twice. The later one is the truth. */
function unique<Row extends QueueRow>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
