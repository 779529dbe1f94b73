import type { Person } from '@vezne/domain/actor';

/** Whose operations of a day add up: one person's at one bank account. */
export function operationsSubject({ id }: Person, bankAccountId: string | null): string {
  return `${id} ${bankAccountId ?? ''}`;
}
