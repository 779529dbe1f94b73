import type { PersonKey, SignInWrites } from '../../db/sign-in-store.ts';
import { newRecoveryCodes, recoveryCodeHash } from '../../keys/recovery-codes.ts';
import { refused } from '../refusal.ts';
import type { Caller, SignInContext } from './context.ts';
import type { CurrentSession } from './current-session.ts';
import { transact } from './transact.ts';

/** Ten new codes, shown this once. */
export async function writeRecoveryCodes(writes: SignInWrites, person: PersonKey): Promise<string[]> {
  const codes = newRecoveryCodes();
  await writes.replaceRecoveryCodes({ person, hashes: codes.map(recoveryCodeHash) });
  return codes;
}

export async function renewRecoveryCodes(
  context: SignInContext,
  { id, person }: CurrentSession,
  { address }: Caller,
): Promise<string[]> {
  return await transact(context, person, async (writes) => {
    const { factorCount } = await writes.lockFactors(person);
    if (factorCount === 0) throw refused('no_factor');
    await writes.audit({ person, action: 'factor.renew_recovery_codes', session: id, address });
    return await writeRecoveryCodes(writes, person);
  });
}
