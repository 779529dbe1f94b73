import { newTotpSecret, stepOfCode, totpUri } from '../../keys/one-time-codes.ts';
import { refused } from '../refusal.ts';
import { holdForNewFactor } from './new-factor.ts';
import { nowOf } from './context.ts';
import type { Caller, SignInContext } from './context.ts';
import type { CurrentSession } from './current-session.ts';
import { writeRecoveryCodes } from './recovery-codes.ts';
import { prove } from './second-factor.ts';
import { transact } from './transact.ts';

/** A new secret, shown this once. It is no factor until a code of it was right; asking again replaces it. */
export async function beginTotp(
  context: SignInContext,
  { person }: CurrentSession,
): Promise<{ secret: string; uri: string }> {
  const secret = newTotpSecret();
  const { sealed, keyVersion } = await context.sealedSecrets.seal(secret);
  const now = nowOf(context);
  await transact(context, person, async (writes) => {
    const totp = { person, secretSealed: sealed, keyVersion, now };
    if (!(await writes.writeUnconfirmedTotp(totp))) throw refused('totp_exists');
  });
  return { secret, uri: totpUri({ secret, issuer: context.totpIssuer, handle: person.handle }) };
}

/** A first right code makes it a factor. With a first factor come recovery codes. */
export async function confirmTotp(
  context: SignInContext,
  { id, person, stepUpUntil }: CurrentSession,
  { code, caller }: { code: string; caller: Caller },
): Promise<{ recoveryCodes: string[] | null }> {
  const totp = await context.store.findTotp(person);
  if (totp === undefined) throw refused('attempt_expired');
  if (totp.confirmedAt !== null) throw refused('totp_exists');
  const { secretSealed } = totp;
  return await prove(context, { person, by: 'code', caller, session: id }, async () => {
    const now = nowOf(context);
    const step = stepOfCode(await context.sealedSecrets.open(secretSealed), code, now.getTime());
    if (step === undefined) throw refused('code_wrong');
    return await transact(context, person, async (writes) => {
      const { isFirst } = await holdForNewFactor(writes, { session: { id, stepUpUntil }, person, now });
      if (!(await writes.confirmTotp({ person, secretSealed, step, now }))) throw refused('totp_exists');
      await writes.audit({ person, action: 'factor.add_totp', session: id, address: caller.address });
      return { recoveryCodes: isFirst ? await writeRecoveryCodes(writes, person) : null };
    });
  });
}

export async function removeTotp(
  context: SignInContext,
  { id, person }: CurrentSession,
  { address }: Caller,
): Promise<void> {
  await transact(context, person, async (writes) => {
    const { factorCount } = await writes.lockFactors(person);
    if (!(await writes.deleteTotp(person))) throw refused('factor_not_found');
    if (factorCount === 1) {
      if (context.isSecondFactorRequired) throw refused('last_factor');
      await writes.deleteRecoveryCodes(person);
    }
    await writes.audit({ person, action: 'factor.remove_totp', session: id, address });
  });
}
