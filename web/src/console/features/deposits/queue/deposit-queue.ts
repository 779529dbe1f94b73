import { getDepositRows, listDeposits } from '@vezne/contract/console/deposits';
import type { WaitingDeposit } from '@vezne/contract/console/deposits';
import { useMemo } from 'react';
import { api } from '../../../../shared/api/api.ts';
import { useQueue } from '../../desk/queue.ts';
import type { Queue } from '../../desk/queue.ts';
import { isWithin } from './queue-filters.ts';
import type { QueueFilters } from './queue-filters.ts';

export type DepositQueue = Queue<WaitingDeposit>;

export function useDepositQueue(filters: QueueFilters): DepositQueue {
  const source = useMemo(
    () => ({
      key: ['deposits', filters],
      list: async (after: string | undefined, signal?: AbortSignal) => {
        const { deposits, next } = await api(
          listDeposits,
          { query: { ...filters, ...(after === undefined ? {} : { after }) } },
          signal === undefined ? {} : { signal },
        );
        return { rows: deposits, next };
      },
      readRows: async (ids: readonly string[]) =>
        (await api(getDepositRows, { query: { ids: ids.join(',') } })).deposits,
      isWithin: (row: WaitingDeposit) => isWithin(filters, row, Date.now()),
    }),
    [filters],
  );
  return useQueue(source);
}

/** The oldest that nobody else has open, that is not held and waits for nobody else. */
export function nextOf(
  { rows, gone }: Pick<DepositQueue, 'rows' | 'gone'>,
  { except, nowMs }: { except: ReadonlySet<string>; nowMs: number },
): WaitingDeposit | undefined {
  return rows.find(
    (row) =>
      !except.has(row.id) &&
      !gone.has(row.id) &&
      !row.hasOpenRequest &&
      (row.claim === null || row.claim.isMine) &&
      (row.heldUntil === null || Date.parse(row.heldUntil) <= nowMs),
  );
}
