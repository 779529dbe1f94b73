import { useQuery } from '@tanstack/react-query';
import { listPeople } from '@vezne/contract/portal/people';
import { api } from '../../../shared/api/api.ts';
import type { ApiOutput } from '../../../shared/api/api.ts';

export const PEOPLE_KEY = ['people'] as const;

type Listed = ApiOutput<typeof listPeople>;
export type Person = Listed['people'][number];
export type Invitation = Listed['invitations'][number];

export function usePeople() {
  return useQuery({
    queryKey: PEOPLE_KEY,
    queryFn: async ({ signal }) => await api(listPeople, {}, { signal }),
  });
}

/** Nobody else could invite anybody: this one stays. */
export function isLastOwner({ roles }: Person, people: readonly Person[]): boolean {
  return roles.includes('owner') && people.filter((person) => person.roles.includes('owner')).length === 1;
}
