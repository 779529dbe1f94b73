import type { getProfile } from '@vezne/contract/sign-in/profile';
import type { ApiOutput } from '../api/api.ts';

export type ProfileData = ApiOutput<typeof getProfile>;
type Factors = Pick<ProfileData, 'totpSince' | 'passkeys' | 'needsSecondFactor'>;

export function factorCount({ totpSince, passkeys }: Omit<Factors, 'needsSecondFactor'>): number {
  return (totpSince === null ? 0 : 1) + passkeys.length;
}

/** What is left once a factor is removed: another one, the password alone, or nothing that the server would allow. */
export type Left = 'another' | 'password_alone' | 'refused';

export function leftWithoutOne(factors: Factors): Left {
  if (factorCount(factors) > 1) return 'another';
  return factors.needsSecondFactor ? 'refused' : 'password_alone';
}
