import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { codeOf } from '../../../shared/api/api-error.ts';
import type { ApiErrorCode } from '../../../shared/api/api-error.ts';
import type { FoundByText } from '../search/find.ts';
import { useSignedIn } from '../session/session.ts';

/** Shorter is no name, and every page has such letters. */
const SHORTEST = 3;
const LONGEST = 128;
/** Between two letters of somebody who types. */
const SETTLED_MS = 200;

export interface TransactionSearch {
  /** The answer to what is typed now; undefined while there is none. */
  found: FoundByText | undefined;
  isLooking: boolean;
  /** Why there is no answer. */
  failure: ApiErrorCode | undefined;
}

/** Looks for transactions while somebody types. An answer to a text that is gone is dropped. */
export function useTransactionSearch(typed: string): TransactionSearch {
  const { permissions } = useSignedIn();
  const text = typed.trim();
  const settled = useSettled(text);
  const mayRead = permissions.includes('read_queues') || permissions.includes('read_masked');
  const isWanted = mayRead && text.length >= SHORTEST && text.length <= LONGEST;
  const isSettled = settled === text;
  const { data, isFetching, error } = useQuery({
    queryKey: ['search', settled],
    queryFn: async ({ signal }) => await (await import('../search/find.ts')).findByText(settled, signal),
    enabled: isWanted && isSettled,
    staleTime: 2_000,
    retry: false,
  });
  return {
    found: isWanted && isSettled && error === null ? data : undefined,
    isLooking: isWanted && (!isSettled || isFetching),
    failure: isWanted && isSettled && error !== null && !isFetching ? codeOf(error) : undefined,
  };
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
