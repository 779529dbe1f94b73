import { isForbidden } from '../../db/errors.ts';
import type { SignInPerson } from '../../db/sign-in-store.ts';
import { newId } from '../../ids.ts';
import { newToken } from '../../keys/session-tokens.ts';
import { RefusedError, refusal, refused } from '../refusal.ts';
import { nowOf } from './context.ts';
import type { Caller, SignInContext } from './context.ts';
import { openSession } from './open-session.ts';
import type { OpenedSession } from './open-session.ts';
import { beginTry } from './throttle.ts';
import { transact } from './transact.ts';

export type FactorMethod = 'passkey' | 'code' | 'recovery_code';

export type PasswordStep =
  | { next: 'session'; session: OpenedSession }
  /** The token is for the cookie of the attempt. */
  | { next: 'second_factor'; attemptToken: string; methods: FactorMethod[] };

/** To find the phone and type six digits. */
export const ATTEMPT_SECONDS = 10 * 60;

/** As long as a link to enrol works: a password that was set by one may set up the second factor for as long. */
const ENROLMENT_MS = 24 * 60 * 60_000;

/** The first step: a name and a password. Nobody learns whether the name exists. */
export async function signInWithPassword(
  context: SignInContext,
  {
    handle: typed,
    password,
    caller,
    replaced,
  }: { handle: string; password: string; caller: Caller; replaced: string | undefined },
): Promise<PasswordStep> {
  const { store, passwords } = context;
  const handle = foldHandle(typed);
  const { person, passwordHash, isKnownNetwork } = await store.findByHandle({
    handle,
    network: inetOf(caller.network),
  });
  const attempt = await beginTry(context, { guessed: 'password', handle, caller, isKnownNetwork });
  const kept = person?.status === 'active' ? passwordHash : null;
  const isRight = await passwords.isRight(password, kept, isKnownNetwork ? 'known' : 'stranger');
  if (!isRight || person === undefined || kept === null) throw refused('credentials_wrong');
  await attempt.wasRight();
  if (passwords.isOutdated(kept)) await keepAtTodaysCost(context, person, { password, kept });
  const methods = methodsOf(person);
  return methods.length > 0
    ? await askForSecondFactor(context, person, methods)
    : await signInWithoutFactor(context, person, { kept, caller, replaced });
}

/** What is typed as a handle. What can't be one is looked for all the same: that takes as long as with any other. */
function foldHandle(typed: string): string {
  return typed.trim().toLowerCase();
}

/** What PostgreSQL reads as a network; null for what is none. */
export function inetOf(network: string): string | null {
  return network === 'unknown' ? null : network;
}

export function methodsOf(person: SignInPerson): FactorMethod[] {
  const factors: FactorMethod[] = [];
  if (person.hasPasskey) factors.push('passkey');
  if (person.hasTotp) factors.push('code');
  // Codes for the day on which the factors are lost. Without factors there is nothing to stand in for.
  return factors.length > 0 && person.hasRecoveryCode ? [...factors, 'recovery_code'] : factors;
}

async function keepAtTodaysCost(
  context: SignInContext,
  person: SignInPerson,
  { password, kept: before }: { password: string; kept: string },
): Promise<void> {
  const after = await context.passwords.hash(password);
  await transact(context, person, async (writes) => await writes.rewritePassword({ person, before, after }));
}

async function askForSecondFactor(
  context: SignInContext,
  person: SignInPerson,
  methods: FactorMethod[],
): Promise<PasswordStep> {
  const { token, tokenHash } = newToken();
  await transact(context, person, async (writes) => {
    await writes.insertAttempt({
      id: newId(),
      tokenHash,
      person,
      purpose: 'second_factor',
      lifetimeSeconds: ATTEMPT_SECONDS,
    });
  });
  return { next: 'second_factor', attemptToken: token, methods };
}

/**
 * In development that is all. Elsewhere the session may only set up a factor, and only as long as the link that set the password
 * would have worked: a password that was found out later opens nothing by itself.
 */
async function signInWithoutFactor(
  context: SignInContext,
  person: SignInPerson,
  { kept, caller, replaced }: { kept: string; caller: Caller; replaced: string | undefined },
): Promise<PasswordStep> {
  const now = nowOf(context);
  const isEnrolling = context.isSecondFactorRequired;
  const setAtMs = person.passwordSetAt?.getTime() ?? 0;
  if (isEnrolling && now.getTime() - setAtMs > ENROLMENT_MS) throw refused('enrolment_missed');
  const session = await transact(context, person, async (writes) => {
    // The check took a while. A password that was taken away meanwhile opens nothing.
    if (!(await writes.holdPassword({ person, hash: kept }))) throw refused('credentials_wrong');
    return await openSession(writes, { person, by: 'password', caller, replaced, now, isEnrolling });
  }).catch(refuseInactive);
  return { next: 'session', session };
}

/** The person was disabled between two statements; the database refuses them a session. */
export function refuseInactive(error: unknown): never {
  if (isForbidden(error)) throw new RefusedError(refusal('credentials_wrong'), { cause: error });
  throw error;
}
