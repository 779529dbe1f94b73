import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { BLOCK_KINDS, findBlocks, getBlock } from '@vezne/contract/console/blocks';
import type { BlockRow } from '@vezne/contract/console/blocks';
import { api } from '../../../shared/api/api.ts';
import { isRowId } from '../desk/address.ts';

/** Everything about blocks. A change reads all of it again. */
export const BLOCKS_KEY = ['blocks'] as const;

export interface BlockFilters {
  state: 'live' | 'over';
  kind?: BlockRow['kind'];
  partnerId?: string;
}

/** What an address says. What is searched for is not in it: that may be a player. */
export function readBlockFilters(address: URLSearchParams): BlockFilters {
  const kind = BLOCK_KINDS.find((one) => one === address.get('kind'));
  const partnerId = address.get('partner');
  return {
    state: address.get('state') === 'over' ? 'over' : 'live',
    ...(kind !== undefined && { kind }),
    ...(partnerId !== null && isRowId(partnerId) && { partnerId }),
  };
}

/** The newest first. */
export function useBlocks(filters: BlockFilters & { text?: string }) {
  return useInfiniteQuery({
    queryKey: [...BLOCKS_KEY, 'list', filters],
    queryFn: async ({ pageParam, signal }) =>
      await api(
        findBlocks,
        { body: { ...filters, ...(pageParam !== undefined && { before: pageParam }) } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchOnWindowFocus: true,
  });
}

export function useBlock(id: string) {
  return useQuery({
    queryKey: [...BLOCKS_KEY, 'one', id],
    queryFn: async ({ signal }) => await api(getBlock, { params: { id } }, { signal }),
    refetchOnWindowFocus: true,
  });
}
