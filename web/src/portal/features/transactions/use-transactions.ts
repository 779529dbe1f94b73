import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { listTransactionEntries } from '@vezne/contract/portal/entries';
import { getTransaction, listTransactions, searchTransactions } from '@vezne/contract/portal/transactions';
import { STATE_FILTERS } from '@vezne/domain/portal-state';
import { TRANSACTION_TYPES } from '@vezne/domain/transaction-state';
import { api } from '../../../shared/api/api.ts';
import type { ApiInput, ApiOutput } from '../../../shared/api/api.ts';
import { isWrongOrder, momentsOf } from '../../parts/days.ts';

export type ListedTransaction = ApiOutput<typeof listTransactions>['transactions'][number];
export type WholeTransaction = ApiOutput<typeof getTransaction>;
export type TransactionDetail = WholeTransaction['transaction'];

/** As it stands in the address, and the text, which does not. */
export interface Wanted {
  type: string | undefined;
  status: string | undefined;
  from: string | undefined;
  to: string | undefined;
  amountFrom: string | undefined;
  amountTo: string | undefined;
  text: string;
}

type Query = NonNullable<ApiInput<typeof listTransactions>['query']>;

/** What cannot be a filter is left out: an address may be typed. */
function queryOf({ type, status, from, to, amountFrom, amountTo }: Wanted): Query {
  const knownType = TRANSACTION_TYPES.find((one) => one === type);
  const knownStatus = STATE_FILTERS.find((one) => one === status);
  const isCents = (text: string | undefined): text is string =>
    text !== undefined && /^(0|[1-9]\d{0,11})$/.test(text);
  return {
    ...(knownType && { type: knownType }),
    ...(knownStatus && { status: knownStatus }),
    ...momentsOf({ from, to }),
    ...(isCents(amountFrom) && { amountFrom }),
    ...(isCents(amountTo) && { amountTo }),
  };
}

export function useTransactions(wanted: Wanted) {
  return useInfiniteQuery({
    queryKey: ['transactions', wanted],
    enabled: !isWrongOrder(wanted),
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...queryOf(wanted), ...(pageParam !== null && { before: pageParam }) };
      if (wanted.text !== '')
        return await api(searchTransactions, { body: { ...query, text: wanted.text } }, { signal });
      return { ...(await api(listTransactions, { query }, { signal })), hasMorePlayers: false };
    },
    getNextPageParam: ({ next }) => next,
  });
}

export function useTransaction(id: string) {
  return useQuery({
    queryKey: ['transaction', id],
    queryFn: async ({ signal }) => await api(getTransaction, { params: { id } }, { signal }),
  });
}

export function useTransactionEntries(id: string) {
  return useQuery({
    queryKey: ['transaction', id, 'entries'],
    queryFn: async ({ signal }) => await api(listTransactionEntries, { params: { id } }, { signal }),
  });
}
