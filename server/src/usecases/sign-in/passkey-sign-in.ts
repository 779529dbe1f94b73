import { randomBytes } from 'node:crypto';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import type { PasskeyRecord, PersonKey, SignInAttempt, SignInPerson } from '../../db/sign-in-store.ts';
import { newId } from '../../ids.ts';
import { authenticationOptions, checkAuthentication } from '../../keys/passkeys.ts';
import type { PasskeyAnswer } from '../../keys/passkeys.ts';
import { newToken, tokenHashOf } from '../../keys/session-tokens.ts';
import { refused } from '../refusal.ts';
import { nowOf } from './context.ts';
import type { SignInContext } from './context.ts';
import type { OpenedSession } from './open-session.ts';
import { finish, prove } from './second-factor.ts';
import type { SecondStep, TakeProof } from './second-factor.ts';
import { ATTEMPT_SECONDS } from './sign-in.ts';
import { beginTry } from './throttle.ts';
import { transact } from './transact.ts';

export const CHALLENGE_BYTES = 32;

/** A question to the person's passkeys after their password, or to any passkey of this place. Each has a token of its own. */
export async function askForPasskey(
  context: SignInContext,
  attemptToken: string | undefined,
): Promise<{ options: PublicKeyCredentialRequestOptionsJSON; attemptToken: string }> {
  const { store, passkeyPlace } = context;
  const now = nowOf(context);
  const before = await openAttempt(context, attemptToken);
  const person = before?.purpose === 'second_factor' ? before.person : undefined;
  const challenge = randomBytes(CHALLENGE_BYTES);
  const { token, tokenHash } = newToken();
  await transact(context, person, async (writes) => {
    // The new one takes the place of the old: a code may still be typed instead.
    if (before !== undefined && !(await writes.useAttempt(before.id, now))) throw refused('attempt_expired');
    await writes.insertAttempt({
      id: newId(),
      tokenHash,
      person,
      purpose: person === undefined ? 'passkey_sign_in' : 'second_factor',
      challenge,
      lifetimeSeconds: ATTEMPT_SECONDS,
    });
  });
  const allowed = person === undefined ? [] : await store.listPasskeys(person);
  return { options: await authenticationOptions(passkeyPlace, { challenge, allowed }), attemptToken: token };
}

export async function signInWithPasskey(
  context: SignInContext,
  { response, ...step }: SecondStep & { response: PasskeyAnswer },
): Promise<OpenedSession> {
  const attempt = await openAttempt(context, step.attemptToken);
  if (attempt === undefined || attempt.challenge === null) throw refused('attempt_expired');
  const { challenge, person } = attempt;
  const passkey = await context.store.findPasskey(Buffer.from(response.id, 'base64url'));
  if (attempt.purpose === 'second_factor' && person?.status === 'active') {
    return await prove(context, { person, by: 'passkey', caller: step.caller }, async () => {
      const take = await takePasskey(context, { response, challenge, passkey, person });
      return await finish(context, { attempt, person, by: 'passkey', step, take });
    });
  }
  if (attempt.purpose !== 'passkey_sign_in') throw refused('attempt_expired');
  return await signInAlone(context, { attempt, challenge, passkey, response, step });
}

/** A passkey without a name and a password before it. Nobody is known yet, so only the network is counted. */
async function signInAlone(
  context: SignInContext,
  {
    attempt,
    challenge,
    passkey,
    response,
    step,
  }: {
    attempt: SignInAttempt<SignInPerson>;
    challenge: Buffer;
    passkey: PasskeyRecord | undefined;
    response: PasskeyAnswer;
    step: SecondStep;
  },
): Promise<OpenedSession> {
  const { caller } = step;
  const trial = await beginTry(context, { guessed: 'second_factor', caller, isKnownNetwork: false });
  const owner = passkey && (await context.store.findActivePerson(passkey.owner));
  if (owner === undefined) throw refused('passkey_refused');
  const take = await takePasskey(context, { response, challenge, passkey, person: owner });
  const session = await finish(context, { attempt, person: owner, by: 'passkey', step, take });
  await trial.wasRight().catch((error: unknown) => {
    context.log.warn({ err: error }, 'a try that was right could not be taken back');
  });
  return session;
}

/** Checks an answer to a question, for this person. */
export async function takePasskey(
  context: SignInContext,
  {
    response,
    challenge,
    passkey,
    person,
  }: {
    response: PasskeyAnswer;
    challenge: Buffer;
    passkey: PasskeyRecord | undefined;
    person: PersonKey;
  },
): Promise<TakeProof> {
  const now = nowOf(context);
  const known = passkey?.owner.id === person.id ? passkey : undefined;
  const used =
    known && (await checkAuthentication(context.passkeyPlace, { response, challenge, passkey: known }));
  if (known === undefined || used === undefined) throw refused('passkey_refused');
  return async (writes) => {
    if (!(await writes.usePasskey({ id: known.id, ...used, now }))) throw refused('passkey_refused');
  };
}

async function openAttempt(
  context: SignInContext,
  attemptToken: string | undefined,
): Promise<SignInAttempt<SignInPerson> | undefined> {
  if (attemptToken === undefined) return undefined;
  return await context.store.findAttempt({ tokenHash: tokenHashOf(attemptToken), now: nowOf(context) });
}
