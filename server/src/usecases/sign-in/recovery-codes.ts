import type { Transaction } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { lockFactors, replaceRecoveryCodes } from '../../db/write/sign-in-factors.ts';
import { newRecoveryCodes, recoveryCodeHash } from '../../keys/recovery-codes.ts';
import { refused } from '../refusal.ts';
import { auditOwn } from './audit.ts';
import type { Caller, SignInContext } from './context.ts';
import type { CurrentSession } from './current-session.ts';
import { transact } from './transact.ts';

/** Ten new codes, shown this once. */
export async function writeRecoveryCodes(trx: Transaction<Database>, staffId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(trx, { staffId, hashes: codes.map(recoveryCodeHash) });
  return codes;
}

export async function renewRecoveryCodes(
  context: SignInContext,
  { id, person }: CurrentSession,
  { address }: Caller,
): Promise<string[]> {
  return await transact(context.pool, async (trx) => {
    const { factorCount } = await lockFactors(trx, person.id);
    if (factorCount === 0) throw refused('no_factor');
    await auditOwn(trx, { person, action: 'factor.renew_recovery_codes', session: id, address });
    return await writeRecoveryCodes(trx, person.id);
  });
}
