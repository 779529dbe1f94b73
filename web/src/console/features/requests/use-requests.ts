import { useQuery, useQueryClient } from '@tanstack/react-query';
import { countMyRequests, getRequest, listRequests } from '@vezne/contract/console/requests';
import { useEffect } from 'react';
import { api } from '../../../shared/api/api.ts';
import { useChanged, useLive } from '../live/live.tsx';
import { usePace } from '../live/use-pace.ts';
import { useSignedIn } from '../session/session.ts';

const REQUESTS_KEY = ['requests'] as const;
/** Every decision in a queue may change what somebody can confirm. */
const READ_EVERY_MS = 1_000;

/** Reads everything about requests again. */
export function useReadAgain(): () => Promise<void> {
  const client = useQueryClient();
  return async () => await client.invalidateQueries({ queryKey: REQUESTS_KEY });
}

/** How many this person may confirm. Read again when a request comes or ends, or a transaction changes: for everybody it is another number. */
export function useToConfirm(): number | undefined {
  const { permissions } = useSignedIn();
  const { counts } = useLive();
  const mayLook = permissions.includes('read_queues');
  const mark = counts?.requestsMark;
  const readAgain = usePace(useReadAgain(), READ_EVERY_MS);
  useEffect(() => {
    if (mark !== undefined) readAgain();
  }, [readAgain, mark]);
  // Without a request nothing of theirs can change.
  useChanged(() => {
    if (mark !== '') readAgain();
  });
  const { data } = useQuery({
    queryKey: [...REQUESTS_KEY, 'count'],
    queryFn: async ({ signal }) => await api(countMyRequests, {}, { signal }),
    enabled: mayLook,
  });
  return data?.toConfirm;
}

export function useRequestLists() {
  return useQuery({
    queryKey: [...REQUESTS_KEY, 'lists'],
    queryFn: async ({ signal }) => await api(listRequests, {}, { signal }),
  });
}

export function useRequest(id: string) {
  return useQuery({
    queryKey: [...REQUESTS_KEY, 'one', id],
    queryFn: async ({ signal }) => await api(getRequest, { params: { id } }, { signal }),
  });
}
