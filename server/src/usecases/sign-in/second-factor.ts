import type { PersonKey, SignInAttempt, SignInPerson, SignInWrites } from '../../db/sign-in-store.ts';
import { secondsToNextCode, stepOfCode } from '../../keys/one-time-codes.ts';
import { recoveryCodeHash } from '../../keys/recovery-codes.ts';
import { tokenHashOf } from '../../keys/session-tokens.ts';
import { RefusedError, refused } from '../refusal.ts';
import { nowOf } from './context.ts';
import type { Caller, SignInContext } from './context.ts';
import { openSession } from './open-session.ts';
import type { OpenedSession, SignedInBy } from './open-session.ts';
import { inetOf, refuseInactive } from './sign-in.ts';
import { beginTry } from './throttle.ts';
import { transact } from './transact.ts';

/** The second step of a sign-in: who asks, with the token of the first. */
export interface SecondStep {
  attemptToken: string | undefined;
  caller: Caller;
  /** The token of a session that the browser had before. */
  replaced: string | undefined;
}

/** Takes the code in the transaction of what it is for, so that it works once. Throws a refusal if it can't be taken. */
export type TakeProof = (writes: SignInWrites) => Promise<void>;

export async function signInWithCode(
  context: SignInContext,
  { code, ...step }: SecondStep & { code: string },
): Promise<OpenedSession> {
  const { attempt, person } = await attemptOf(context, step.attemptToken);
  return await prove(context, { person, by: 'code', caller: step.caller }, async () => {
    const take = await takeCode(context, person, code);
    return await finish(context, { attempt, person, by: 'code', step, take });
  });
}

export async function signInWithRecoveryCode(
  context: SignInContext,
  { code, ...step }: SecondStep & { code: string },
): Promise<OpenedSession> {
  const { attempt, person } = await attemptOf(context, step.attemptToken);
  const now = nowOf(context);
  const take: TakeProof = async (writes) => {
    const isTaken = await writes.takeRecoveryCode({ person, hash: recoveryCodeHash(code), now });
    if (!isTaken) throw refused('recovery_code_wrong');
  };
  return await prove(
    context,
    { person, by: 'recovery_code', caller: step.caller },
    async () => await finish(context, { attempt, person, by: 'recovery_code', step, take }),
  );
}

/** The attempt after a right password. */
export async function attemptOf(
  context: SignInContext,
  attemptToken: string | undefined,
): Promise<{ attempt: SignInAttempt<SignInPerson>; person: SignInPerson }> {
  if (attemptToken === undefined) throw refused('attempt_expired');
  const now = nowOf(context);
  const attempt = await context.store.findAttempt({ tokenHash: tokenHashOf(attemptToken), now });
  if (attempt?.purpose !== 'second_factor' || attempt.person?.status !== 'active')
    throw refused('attempt_expired');
  return { attempt, person: attempt.person };
}

/** A right code works once: the step it belongs to is taken, with those before it. */
export async function takeCode(context: SignInContext, person: PersonKey, code: string): Promise<TakeProof> {
  const nowMs = context.clock.nowMs();
  const totp = await context.store.findTotp(person);
  if (totp === undefined || totp.confirmedAt === null) throw refused('code_wrong');
  const step = stepOfCode(await context.sealedSecrets.open(totp.secretSealed), code, nowMs);
  if (step === undefined) throw refused('code_wrong');
  return async (writes) => {
    const isTaken = await writes.takeTotpStep({ person, step });
    if (!isTaken) throw refused('code_used', { retryAfterSeconds: secondsToNextCode(nowMs) });
  };
}

const WRONG: ReadonlySet<string> = new Set([
  'code_wrong',
  'recovery_code_wrong',
  'code_used',
  'passkey_refused',
  'password_wrong',
]);

/** Runs a proof of a person who is known: counted before it is judged, and audited when it was wrong. */
export async function prove<T>(
  context: SignInContext,
  { person, by, caller, session }: { person: SignInPerson; by: SignedInBy; caller: Caller; session?: string },
  proof: () => Promise<T>,
): Promise<T> {
  const network = inetOf(caller.network);
  const attempt = await beginTry(context, {
    guessed: 'second_factor',
    handle: person.handle,
    caller,
    isKnownNetwork: await context.store.isKnownNetwork({ person, network }),
  });
  let proved: T;
  try {
    proved = await proof();
  } catch (error) {
    if (error instanceof RefusedError && WRONG.has(error.refusal.code)) {
      const { code } = error.refusal;
      await transact(context, person, async (writes) => {
        await writes.audit({
          person,
          action: 'session.fail_second_factor',
          session,
          address: caller.address,
          details: { by, problem: code },
        });
      });
    }
    throw error;
  }
  // It is done by now. A count that stays too high for an hour is no reason to say that it is not.
  await attempt.wasRight().catch((error: unknown) => {
    context.log.warn({ err: error }, 'a try that was right could not be taken back');
  });
  return proved;
}

/** The attempt is used up, the code taken and the session opened together, or nothing of it. */
export async function finish(
  context: SignInContext,
  {
    attempt,
    person,
    by,
    step: { caller, replaced },
    take,
  }: {
    attempt: SignInAttempt<SignInPerson>;
    person: SignInPerson;
    by: SignedInBy;
    step: Omit<SecondStep, 'attemptToken'>;
    take: TakeProof;
  },
): Promise<OpenedSession> {
  const now = nowOf(context);
  return await transact(context, person, async (writes) => {
    await take(writes);
    if (!(await writes.useAttempt(attempt.id, now))) throw refused('attempt_expired');
    return await openSession(writes, { person, by, caller, replaced, now });
  }).catch(refuseInactive);
}
