import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  getBankAccount,
  listBankAccountEntries,
  listBankAccounts,
  planFreeze,
} from '@vezne/contract/console/bank-accounts';
import type { BankAccountDetail } from '@vezne/contract/console/bank-accounts';
import { api } from '../../../shared/api/api.ts';
import type { ApiOutput } from '../../../shared/api/api.ts';

/** Everything about bank accounts. A change reads all of it again. */
export const BANK_ACCOUNTS_KEY = ['bank-accounts'] as const;
/** Balances and caps move all the time; whoever looks at them looks for what stands out. */
const AGAIN_MS = 15_000;
/** As often as the worker looks. */
const WATCH_MS = 1_000;
/** What a freeze would move changes with every player. */
const PLAN_MS = 2_000;

export function useBankAccounts() {
  return useQuery({
    queryKey: [...BANK_ACCOUNTS_KEY, 'list'],
    queryFn: async ({ signal }) => await api(listBankAccounts, {}, { signal }),
    refetchInterval: AGAIN_MS,
  });
}

export function useBankAccount(id: string) {
  return useQuery({
    queryKey: [...BANK_ACCOUNTS_KEY, 'one', id],
    queryFn: async ({ signal }) => await api(getBankAccount, { params: { id } }, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isBeingCleared(data) ? WATCH_MS : AGAIN_MS,
    refetchOnWindowFocus: true,
  });
}

/** The worker still has deposits to move away, or a process may not know of the freeze yet. */
export function isBeingCleared({ freeze, openDeposits }: BankAccountDetail): boolean {
  if (freeze === null) return false;
  return freeze.settledAt === null || (openDeposits > 0 && freeze.hasOtherAccount);
}

export function useFreezePlan(id: string, { isOn }: { isOn: boolean }) {
  return useQuery({
    queryKey: [...BANK_ACCOUNTS_KEY, 'freeze-plan', id],
    queryFn: async ({ signal }) => await api(planFreeze, { params: { id } }, { signal }),
    enabled: isOn,
    refetchInterval: PLAN_MS,
    gcTime: 0,
  });
}

type EntriesPage = ApiOutput<typeof listBankAccountEntries>;

/** What moved the balance: read when the page is opened and after a change; older pages come when they are asked for. */
export function useEntries(id: string, days: { from?: string; to?: string }) {
  return useInfiniteQuery({
    queryKey: [...BANK_ACCOUNTS_KEY, 'entries', id, days],
    queryFn: async ({ pageParam, signal }) =>
      await api(
        listBankAccountEntries,
        { params: { id }, query: { ...days, ...(pageParam === undefined ? {} : { before: pageParam }) } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }: EntriesPage) => next ?? undefined,
  });
}
