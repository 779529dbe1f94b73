import { useQuery } from '@tanstack/react-query';
import { getDepositFilters } from '@vezne/contract/console/deposits';
import { api } from '../../../shared/api/api.ts';

/** What the queue can be filtered by: partners, and every bank account of ours. */
export function useChoices() {
  return useQuery({
    queryKey: ['deposit-filters'],
    queryFn: async ({ signal }) => await api(getDepositFilters, {}, { signal }),
    staleTime: 60_000,
  });
}

type Named = { bankName: string } & ({ ibanLastFour: string } | { iban: string });

/** Short enough for a row: "Ziraat •• 1326". */
export function accountName(account: Named): string {
  return `${account.bankName} •• ${'iban' in account ? account.iban.slice(-4) : account.ibanLastFour}`;
}

/** Every account that money may have come to, as [id, name]. What the deposit itself names is there at once. */
export function useAccountOptions(
  known: readonly ({ id: string } & Named)[],
): readonly (readonly [id: string, name: string])[] {
  const { data } = useChoices();
  const all = new Map([...known, ...(data?.bankAccounts ?? [])].map((each) => [each.id, accountName(each)]));
  return [...all];
}
