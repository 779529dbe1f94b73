import { randomBytes } from 'node:crypto';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import type { PasskeyRecord } from '../../db/sign-in-store.ts';
import { newId } from '../../ids.ts';
import { checkRegistration, registrationOptions } from '../../keys/passkeys.ts';
import type { NewPasskeyAnswer } from '../../keys/passkeys.ts';
import { newToken } from '../../keys/session-tokens.ts';
import { refused } from '../refusal.ts';
import { holdForNewFactor } from './new-factor.ts';
import { nowOf } from './context.ts';
import type { Caller, SignInContext } from './context.ts';
import type { CurrentSession } from './current-session.ts';
import { CHALLENGE_BYTES } from './passkey-sign-in.ts';
import { writeRecoveryCodes } from './recovery-codes.ts';
import { ATTEMPT_SECONDS } from './sign-in.ts';
import { transact } from './transact.ts';

export type { PasskeyRecord };

/** More than anybody has devices. */
const MAX_PASSKEYS = 20;

export async function askForNewPasskey(
  context: SignInContext,
  { id: sessionId, person }: CurrentSession,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const existing = await context.store.listPasskeys(person);
  if (existing.length >= MAX_PASSKEYS) throw refused('too_many_passkeys');
  const challenge = randomBytes(CHALLENGE_BYTES);
  await transact(context, person, async (writes) => {
    await writes.insertAttempt({
      id: newId(),
      // It is found by its session; nobody is given a token of it.
      tokenHash: newToken().tokenHash,
      person,
      purpose: 'passkey_register',
      sessionId,
      challenge,
      lifetimeSeconds: ATTEMPT_SECONDS,
    });
  });
  return await registrationOptions(context.passkeyPlace, { person, challenge, existing });
}

/** With a first factor come recovery codes. */
export async function addPasskey(
  context: SignInContext,
  { id: sessionId, person, stepUpUntil }: CurrentSession,
  { name, response, caller }: { name: string; response: NewPasskeyAnswer; caller: Caller },
): Promise<{ id: string; recoveryCodes: string[] | null }> {
  const now = nowOf(context);
  const question = { person, sessionId, purpose: 'passkey_register', now } as const;
  const attempt = await context.store.findAttemptOfSession(question);
  if (attempt === undefined || attempt.challenge === null) throw refused('attempt_expired');
  const passkey = await checkRegistration(context.passkeyPlace, { response, challenge: attempt.challenge });
  if (passkey === undefined) throw refused('passkey_refused');
  const id = newId();
  return await transact(context, person, async (writes) => {
    const session = { id: sessionId, stepUpUntil };
    const { isFirst, passkeyCount } = await holdForNewFactor(writes, { session, person, now });
    if (!(await writes.useAttempt(attempt.id, now))) throw refused('attempt_expired');
    if (passkeyCount >= MAX_PASSKEYS) throw refused('too_many_passkeys');
    const isNew = await writes.insertPasskey({
      ...passkey,
      id,
      person,
      transports: [...passkey.transports],
      name,
    });
    // The device has it already, for this person or another.
    if (!isNew) throw refused('passkey_refused');
    await writes.audit({
      person,
      action: 'factor.add_passkey',
      session: sessionId,
      address: caller.address,
      details: { passkey: id, name },
    });
    return { id, recoveryCodes: isFirst ? await writeRecoveryCodes(writes, person) : null };
  });
}

export async function renamePasskey(
  context: SignInContext,
  { id: sessionId, person }: CurrentSession,
  { id, name, caller: { address } }: { id: string; name: string; caller: Caller },
): Promise<void> {
  const isRenamed = await transact(context, person, async (writes) => {
    if (!(await writes.renamePasskey({ id, person, name }))) return false;
    const details = { passkey: id, name };
    await writes.audit({ person, action: 'factor.rename_passkey', session: sessionId, address, details });
    return true;
  });
  // Said after the transaction: a refusal inside would cost its connection.
  if (!isRenamed) throw refused('factor_not_found');
}

export async function removePasskey(
  context: SignInContext,
  { id: sessionId, person }: CurrentSession,
  { id, caller: { address } }: { id: string; caller: Caller },
): Promise<void> {
  const isRemoved = await transact(context, person, async (writes) => {
    const { factorCount } = await writes.lockFactors(person);
    const removed = await writes.deletePasskey({ id, person });
    if (removed === undefined) return false;
    if (factorCount === 1) {
      if (context.isSecondFactorRequired) throw refused('last_factor');
      await writes.deleteRecoveryCodes(person);
    }
    const details = { passkey: id, name: removed.name };
    await writes.audit({ person, action: 'factor.remove_passkey', session: sessionId, address, details });
    return true;
  });
  if (!isRemoved) throw refused('factor_not_found');
}

export async function getPasskey(
  { store }: SignInContext,
  { person }: CurrentSession,
  id: string,
): Promise<PasskeyRecord> {
  const found = (await store.listPasskeys(person)).find((passkey) => passkey.id === id);
  if (found === undefined) throw refused('factor_not_found');
  return found;
}
