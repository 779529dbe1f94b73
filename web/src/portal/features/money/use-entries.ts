import { useInfiniteQuery } from '@tanstack/react-query';
import { ENTRY_KINDS, listEntries } from '@vezne/contract/portal/entries';
import type { listTransactionEntries } from '@vezne/contract/portal/entries';
import { api } from '../../../shared/api/api.ts';
import type { ApiInput, ApiOutput } from '../../../shared/api/api.ts';
import { isWrongOrder, momentsOf } from '../../parts/days.ts';

export type Entry = ApiOutput<typeof listEntries>['entries'][number];
export type TransactionEntry = ApiOutput<typeof listTransactionEntries>['entries'][number];
export type Book = TransactionEntry['book'];

/** As it stands in the address. */
export interface WantedEntries {
  book: Book;
  from: string | undefined;
  to: string | undefined;
  kind: string | undefined;
}

type Query = NonNullable<ApiInput<typeof listEntries>['query']>;

export function useEntries({ book, from, to, kind }: WantedEntries) {
  return useInfiniteQuery({
    queryKey: ['entries', book, from, to, kind],
    enabled: !isWrongOrder({ from, to }),
    initialPageParam: null as number | null,
    queryFn: async ({ pageParam, signal }) => {
      const known = ENTRY_KINDS.find((one) => one === kind);
      const query: Query = {
        book,
        ...momentsOf({ from, to }),
        ...(known && { kind: known }),
        ...(pageParam !== null && { before: String(pageParam) }),
      };
      return await api(listEntries, { query }, { signal });
    },
    getNextPageParam: ({ next }) => next,
  });
}
