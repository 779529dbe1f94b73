import { useQuery, useQueryClient } from '@tanstack/react-query';
import { countMyRequests, getRequest, listRequests } from '@vezne/contract/console/requests';
import { useEffect } from 'react';
import { api } from '../../../shared/api/api.ts';
import { useChanged, useLive } from '../live/live.tsx';
import { useSignedIn } from '../session/session.ts';

const REQUESTS_KEY = ['requests'] as const;

/** Reads everything about requests again. */
export function useReadAgain(): () => Promise<void> {
  const client = useQueryClient();
  return async () => await client.invalidateQueries({ queryKey: REQUESTS_KEY });
}

/** How many this person may confirm. Read again when a request comes or ends, or a transaction changes: for everybody it is another number. */
export function useToConfirm(): number | undefined {
  const client = useQueryClient();
  const { permissions } = useSignedIn();
  const { counts } = useLive();
  const mayLook = permissions.includes('read_queues');
  const mark = counts?.requestsMark;
  useEffect(() => {
    if (mark !== undefined) void client.invalidateQueries({ queryKey: REQUESTS_KEY });
  }, [client, mark]);
  // Without a request nothing of theirs can change.
  useChanged(() => {
    if (mark !== '') void client.invalidateQueries({ queryKey: REQUESTS_KEY });
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
