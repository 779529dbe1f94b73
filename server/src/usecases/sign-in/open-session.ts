import { SESSION_LIFETIME_MS } from '@vezne/domain/console-session';
import type { PersonKey, SignInWrites } from '../../db/sign-in-store.ts';
import { newId } from '../../ids.ts';
import { newToken, tokenHashOf } from '../../keys/session-tokens.ts';
import type { Caller } from './context.ts';

export interface OpenedSession {
  /** For the cookie, and nowhere else. */
  token: string;
  isEnrolling: boolean;
}

const USER_AGENT_MAX_LENGTH = 256;

/** How somebody showed who they are. */
export type SignedInBy = 'password' | 'code' | 'recovery_code' | 'passkey' | 'enrolment';

/** A session with a token of its own. Whatever session the browser had before is over. */
export async function openSession(
  writes: SignInWrites,
  {
    person,
    by,
    caller,
    replaced,
    now,
    isEnrolling = false,
  }: {
    person: PersonKey & { handle: string };
    by: SignedInBy;
    caller: Caller;
    /** The token that the browser came with. */
    replaced: string | undefined;
    now: Date;
    isEnrolling?: boolean;
  },
): Promise<OpenedSession> {
  const { token, tokenHash } = newToken();
  const id = newId();
  if (replaced !== undefined)
    await writes.endSessionOfToken({ tokenHash: tokenHashOf(replaced), reason: 'replaced', now });
  await writes.insertSession({
    id,
    tokenHash,
    person,
    lifetimeSeconds: SESSION_LIFETIME_MS / 1_000,
    address: caller.address,
    userAgent: Array.from(caller.userAgent).slice(0, USER_AGENT_MAX_LENGTH).join(''),
  });
  await writes.audit({
    person,
    action: 'session.sign_in',
    session: id,
    address: caller.address,
    details: { by },
  });
  return { token, isEnrolling };
}
