import { randomBytes } from 'node:crypto';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { STEP_UP_SLIDING_MS } from '@vezne/domain/console-session';
import { isForbidden } from '../../db/errors.ts';
import { newId } from '../../ids.ts';
import { authenticationOptions } from '../../keys/passkeys.ts';
import type { PasskeyAnswer } from '../../keys/passkeys.ts';
import { newToken } from '../../keys/session-tokens.ts';
import { RefusedError, refusal, refused } from '../refusal.ts';
import { nowOf } from './context.ts';
import type { Caller, SignInContext } from './context.ts';
import type { CurrentSession } from './current-session.ts';
import type { SignedInBy } from './open-session.ts';
import { CHALLENGE_BYTES, takePasskey } from './passkey-sign-in.ts';
import { prove, takeCode } from './second-factor.ts';
import type { TakeProof } from './second-factor.ts';
import { ATTEMPT_SECONDS } from './sign-in.ts';
import { transact } from './transact.ts';

export interface SteppedUp {
  /** A new token for the cookie: the one before is worth nothing any more. */
  token: string;
  until: Date;
}

export async function stepUpWithCode(
  context: SignInContext,
  session: CurrentSession,
  { code, caller }: { code: string; caller: Caller },
): Promise<SteppedUp> {
  return await proveAgain(
    context,
    session,
    { by: 'code', caller },
    async () => await takeCode(context, session.person, code),
  );
}

/** In development alone: elsewhere a password is what somebody may have found out. */
export async function stepUpWithPassword(
  context: SignInContext,
  session: CurrentSession,
  { password, caller }: { password: string; caller: Caller },
): Promise<SteppedUp> {
  return await proveAgain(context, session, { by: 'password', caller }, async () => {
    const isRight =
      !context.isSecondFactorRequired &&
      (await context.passwords.isRight(
        password,
        await context.store.findPasswordHash(session.person),
        'known',
      ));
    if (!isRight) throw refused('password_wrong');
    return async () => undefined;
  });
}

export async function askToStepUp(
  context: SignInContext,
  { id: sessionId, person }: CurrentSession,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const challenge = randomBytes(CHALLENGE_BYTES);
  await transact(context, person, async (writes) => {
    await writes.insertAttempt({
      id: newId(),
      // It is found by its session; nobody is given a token of it.
      tokenHash: newToken().tokenHash,
      person,
      purpose: 'passkey_step_up',
      sessionId,
      challenge,
      lifetimeSeconds: ATTEMPT_SECONDS,
    });
  });
  const allowed = await context.store.listPasskeys(person);
  return await authenticationOptions(context.passkeyPlace, { challenge, allowed });
}

export async function stepUpWithPasskey(
  context: SignInContext,
  session: CurrentSession,
  { response, caller }: { response: PasskeyAnswer; caller: Caller },
): Promise<SteppedUp> {
  const now = nowOf(context);
  const { person } = session;
  const question = { person, sessionId: session.id, purpose: 'passkey_step_up', now } as const;
  const attempt = await context.store.findAttemptOfSession(question);
  if (attempt === undefined || attempt.challenge === null) throw refused('attempt_expired');
  const { id: attemptId, challenge } = attempt;
  return await proveAgain(context, session, { by: 'passkey', caller }, async () => {
    const passkey = await context.store.findPasskey(Buffer.from(response.id, 'base64url'));
    const take = await takePasskey(context, { response, challenge, passkey, person });
    return async (writes) => {
      if (!(await writes.useAttempt(attemptId, now))) throw refused('attempt_expired');
      await take(writes);
    };
  });
}

/** The person was removed meanwhile, or the database saw nothing shown. */
function refuseUnproved(error: unknown): never {
  if (isForbidden(error)) throw new RefusedError(refusal('attempt_expired'), { cause: error });
  throw error;
}

async function proveAgain(
  context: SignInContext,
  { id, person, tokenHash }: CurrentSession,
  { by, caller }: { by: SignedInBy; caller: Caller },
  proof: () => Promise<TakeProof>,
): Promise<SteppedUp> {
  return await prove(context, { person, by, caller, session: id }, async () => {
    const take = await proof();
    const now = nowOf(context);
    const { token, tokenHash: after } = newToken();
    await transact(context, person, async (writes) => {
      await take(writes);
      // Another step-up of the same moment, or an end, came first.
      if (!(await writes.stepSessionUp({ id, before: tokenHash, after, now, address: caller.address })))
        throw refused('attempt_expired');
      await writes.audit({
        person,
        action: 'session.step_up',
        session: id,
        address: caller.address,
        details: { by },
      });
    }).catch(refuseUnproved);
    return { token, until: new Date(now.getTime() + STEP_UP_SLIDING_MS) };
  });
}
