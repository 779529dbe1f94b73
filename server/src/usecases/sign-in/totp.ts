import { findTotp } from '../../db/read/sign-in-factors.ts';
import {
  confirmTotp as writeConfirmation,
  deleteRecoveryCodes,
  deleteTotp,
  lockFactors,
  writeUnconfirmedTotp,
} from '../../db/write/sign-in-factors.ts';
import { newTotpSecret, stepOfCode, totpUri } from '../../keys/one-time-codes.ts';
import { refused } from '../refusal.ts';
import { auditOwn } from './audit.ts';
import { holdForNewFactor } from './new-factor.ts';
import { nowOf } from './context.ts';
import type { Caller, SignInContext } from './context.ts';
import type { CurrentSession } from './current-session.ts';
import { writeRecoveryCodes } from './recovery-codes.ts';
import { prove } from './second-factor.ts';
import { transact } from './transact.ts';

const ISSUER = 'Vezne';

/** A new secret, shown this once. It is no factor until a code of it was right; asking again replaces it. */
export async function beginTotp(
  context: SignInContext,
  { person }: CurrentSession,
): Promise<{ secret: string; uri: string }> {
  const secret = newTotpSecret();
  const { sealed, keyVersion } = await context.sealedSecrets.seal(secret);
  const now = nowOf(context);
  await transact(context.pool, async (trx) => {
    const totp = { staffId: person.id, secretSealed: sealed, keyVersion, now };
    if (!(await writeUnconfirmedTotp(trx, totp))) throw refused('totp_exists');
  });
  return { secret, uri: totpUri({ secret, issuer: ISSUER, handle: person.handle }) };
}

/** A first right code makes it a factor. With a first factor come recovery codes. */
export async function confirmTotp(
  context: SignInContext,
  { id, person, stepUpUntil }: CurrentSession,
  { code, caller }: { code: string; caller: Caller },
): Promise<{ recoveryCodes: string[] | null }> {
  const staffId = person.id;
  const totp = await findTotp(context.pool, staffId);
  if (totp === undefined) throw refused('attempt_expired');
  if (totp.confirmedAt !== null) throw refused('totp_exists');
  const { secretSealed } = totp;
  return await prove(context, { person, by: 'code', caller, session: id }, async () => {
    const now = nowOf(context);
    const step = stepOfCode(await context.sealedSecrets.open(secretSealed), code, now.getTime());
    if (step === undefined) throw refused('code_wrong');
    return await transact(context.pool, async (trx) => {
      const { isFirst } = await holdForNewFactor(trx, { session: { id, stepUpUntil }, staffId, now });
      if (!(await writeConfirmation(trx, { staffId, secretSealed, step, now }))) throw refused('totp_exists');
      await auditOwn(trx, { person, action: 'factor.add_totp', session: id, address: caller.address });
      return { recoveryCodes: isFirst ? await writeRecoveryCodes(trx, staffId) : null };
    });
  });
}

export async function removeTotp(
  context: SignInContext,
  { id, person }: CurrentSession,
  { address }: Caller,
): Promise<void> {
  await transact(context.pool, async (trx) => {
    const { factorCount } = await lockFactors(trx, person.id);
    if (!(await deleteTotp(trx, person.id))) throw refused('factor_not_found');
    if (factorCount === 1) {
      if (context.isSecondFactorRequired) throw refused('last_factor');
      await deleteRecoveryCodes(trx, person.id);
    }
    await auditOwn(trx, { person, action: 'factor.remove_totp', session: id, address });
  });
}
