import { passwordWeakness } from '@vezne/domain/password-rules';
import type { Enrolment } from '../../db/sign-in-store.ts';
import { tokenHashOf } from '../../keys/session-tokens.ts';
import { refused } from '../refusal.ts';
import { nowOf } from './context.ts';
import type { Caller, SignInContext } from './context.ts';
import { openSession } from './open-session.ts';
import type { OpenedSession } from './open-session.ts';
import { refuseInactive } from './sign-in.ts';
import { beginTry } from './throttle.ts';
import { transact } from './transact.ts';

/** Whom a link is for. It stays as it is. */
export async function lookAtEnrolment(
  context: SignInContext,
  { token, caller }: { token: string; caller: Caller },
): Promise<Enrolment> {
  const trial = await beginTry(context, { guessed: 'password', caller, isKnownNetwork: false });
  const found = await context.store.findEnrolment({ tokenHash: tokenHashOf(token), now: nowOf(context) });
  if (found === undefined) throw refused('enrolment_invalid');
  await trial.wasRight();
  return found;
}

/** Sets the first password and uses the link up. The session that begins may only set up a second factor, where one is needed. */
export async function enrol(
  context: SignInContext,
  {
    token,
    password,
    caller,
    replaced,
  }: { token: string; password: string; caller: Caller; replaced: string | undefined },
): Promise<OpenedSession> {
  const person = await lookAtEnrolment(context, { token, caller });
  // Before the password is hashed, which costs a second: a link that leads nowhere must not keep others waiting.
  if (person.isTaken === true) throw refused('email_taken');
  const problem = passwordWeakness(password, person);
  if (problem !== undefined) throw refused('password_weak', { problem });
  const hash = await context.passwords.hash(password);
  const now = nowOf(context);
  return await transact(context, person, async (writes) => {
    const { address } = caller;
    const outcome = await writes.takeEnrolment({
      offered: person,
      tokenHash: tokenHashOf(token),
      now,
      address,
    });
    if (outcome !== 'taken_up') throw refused(outcome === 'taken' ? 'email_taken' : 'enrolment_invalid');
    await writes.writePassword({ person, hash, now });
    await writes.audit({ person, action: 'factor.enrol', address });
    const isEnrolling = context.isSecondFactorRequired;
    return await openSession(writes, { person, by: 'enrolment', caller, replaced, now, isEnrolling });
  }).catch(refuseInactive);
}
