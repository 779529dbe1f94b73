import { randomBytes } from 'node:crypto';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import { isTaken } from '../../db/constraint.ts';
import { findAttemptOfSession } from '../../db/read/sign-in.ts';
import { listPasskeys } from '../../db/read/sign-in-factors.ts';
import type { PasskeyRecord } from '../../db/read/sign-in-factors.ts';
import {
  PASSKEY_CREDENTIAL_KEY,
  deletePasskey,
  deleteRecoveryCodes,
  insertPasskey,
  lockFactors,
  renamePasskey as writeName,
} from '../../db/write/sign-in-factors.ts';
import { insertAttempt, useAttempt } from '../../db/write/sign-in-sessions.ts';
import { newId } from '../../ids.ts';
import { checkRegistration, registrationOptions } from '../../keys/passkeys.ts';
import type { NewPasskeyAnswer } from '../../keys/passkeys.ts';
import { newToken } from '../../keys/session-tokens.ts';
import { RefusedError, refusal, refused } from '../refusal.ts';
import { auditOwn } from './audit.ts';
import { holdForNewFactor } from './new-factor.ts';
import { nowOf } from './context.ts';
import type { Caller, SignInContext } from './context.ts';
import type { CurrentSession } from './current-session.ts';
import { CHALLENGE_BYTES } from './passkey-sign-in.ts';
import { writeRecoveryCodes } from './recovery-codes.ts';
import { ATTEMPT_SECONDS } from './sign-in.ts';
import { transact } from './transact.ts';

/** More than anybody has devices. */
const MAX_PASSKEYS = 20;

export async function askForNewPasskey(
  context: SignInContext,
  { id: sessionId, person }: CurrentSession,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const existing = await listPasskeys(context.pool, person.id);
  if (existing.length >= MAX_PASSKEYS) throw refused('too_many_passkeys');
  const challenge = randomBytes(CHALLENGE_BYTES);
  await transact(context.pool, async (trx) => {
    await insertAttempt(trx, {
      id: newId(),
      // It is found by its session; nobody is given a token of it.
      tokenHash: newToken().tokenHash,
      staffId: person.id,
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
  const question = { sessionId, purpose: 'passkey_register', now } as const;
  const attempt = await findAttemptOfSession(context.pool, question);
  if (attempt === undefined || attempt.challenge === null) throw refused('attempt_expired');
  const passkey = await checkRegistration(context.passkeyPlace, { response, challenge: attempt.challenge });
  if (passkey === undefined) throw refused('passkey_refused');
  const id = newId();
  return await transact(context.pool, async (trx) => {
    const session = { id: sessionId, stepUpUntil };
    const { isFirst, passkeyCount } = await holdForNewFactor(trx, { session, staffId: person.id, now });
    if (!(await useAttempt(trx, attempt.id, now))) throw refused('attempt_expired');
    if (passkeyCount >= MAX_PASSKEYS) throw refused('too_many_passkeys');
    await insertPasskey(trx, {
      ...passkey,
      id,
      staffId: person.id,
      transports: [...passkey.transports],
      name,
    }).catch(refuseTaken);
    await auditOwn(trx, {
      person,
      action: 'factor.add_passkey',
      session: sessionId,
      address: caller.address,
      details: { passkey: id, name },
    });
    return { id, recoveryCodes: isFirst ? await writeRecoveryCodes(trx, person.id) : null };
  });
}

/** The device has it already, for this person or another. */
function refuseTaken(error: unknown): never {
  if (!isTaken(error, PASSKEY_CREDENTIAL_KEY)) throw error;
  throw new RefusedError(refusal('passkey_refused'), { cause: error });
}

export async function renamePasskey(
  context: SignInContext,
  { id: sessionId, person }: CurrentSession,
  { id, name, caller: { address } }: { id: string; name: string; caller: Caller },
): Promise<void> {
  await transact(context.pool, async (trx) => {
    if (!(await writeName(trx, { id, staffId: person.id, name }))) throw refused('factor_not_found');
    const details = { passkey: id, name };
    await auditOwn(trx, { person, action: 'factor.rename_passkey', session: sessionId, address, details });
  });
}

export async function removePasskey(
  context: SignInContext,
  { id: sessionId, person }: CurrentSession,
  { id, caller: { address } }: { id: string; caller: Caller },
): Promise<void> {
  await transact(context.pool, async (trx) => {
    const { factorCount } = await lockFactors(trx, person.id);
    const removed = await deletePasskey(trx, { id, staffId: person.id });
    if (removed === undefined) throw refused('factor_not_found');
    if (factorCount === 1) {
      if (context.isSecondFactorRequired) throw refused('last_factor');
      await deleteRecoveryCodes(trx, person.id);
    }
    const details = { passkey: id, name: removed.name };
    await auditOwn(trx, { person, action: 'factor.remove_passkey', session: sessionId, address, details });
  });
}

export async function getPasskey(
  { pool }: SignInContext,
  { person }: CurrentSession,
  id: string,
): Promise<PasskeyRecord> {
  const found = (await listPasskeys(pool, person.id)).find((passkey) => passkey.id === id);
  if (found === undefined) throw refused('factor_not_found');
  return found;
}
