import { sessionOver, stepUpUntil } from '@vezne/domain/console-session';
import type { SessionRecord, SignInPerson } from '../../db/sign-in-store.ts';
import { tokenHashOf } from '../../keys/session-tokens.ts';
import { nowOf } from './context.ts';
import type { SignInContext } from './context.ts';
import { transact } from './transact.ts';

/** Somebody who is signed in at this moment. */
export interface CurrentSession<P extends SignInPerson = SignInPerson> {
  id: string;
  person: P;
  address: string;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
  /** Until when the last proof counts; null without one. */
  stepUpUntil: Date | null;
  /** A second factor has to be set up before anything else. */
  mustEnrol: boolean;
  /** What the cookie holds, hashed. */
  tokenHash: Buffer;
}

export type FoundSession<P extends SignInPerson> =
  | { state: 'none' }
  | { state: 'ended'; reason: string }
  | { state: 'current'; session: CurrentSession<P> };

/** Whose session a cookie stands for. Read from the database each time, so that an end holds everywhere at once. */
export async function currentSession<P extends SignInPerson>(
  context: SignInContext<P>,
  token: string,
): Promise<FoundSession<P>> {
  const tokenHash = tokenHashOf(token);
  const record = await context.store.findSession(tokenHash);
  if (record === undefined) return { state: 'none' };
  if (record.endedAt !== null) return { state: 'ended', reason: record.endReason ?? 'signed_out' };
  if (record.person.status !== 'active') return { state: 'ended', reason: 'disabled' };
  const over = record.isBeforeRoles ? 'roles_changed' : sessionOver(record, context.clock.nowMs());
  if (over !== undefined) {
    await endOver(context, record, over);
    return { state: 'ended', reason: over };
  }
  const { id, person, address, createdAt, lastSeenAt, expiresAt } = record;
  const hasFactor = person.hasTotp || person.hasPasskey;
  return {
    state: 'current',
    session: {
      id,
      person,
      address,
      createdAt,
      lastSeenAt,
      expiresAt,
      stepUpUntil: stepUpUntil(record, context.clock.nowMs()),
      mustEnrol: context.isSecondFactorRequired && !hasFactor,
      tokenHash,
    },
  };
}

/** Written down for the list of sessions. It is over whether or not that succeeds. */
async function endOver(
  context: SignInContext,
  { id, person }: SessionRecord<SignInPerson>,
  reason: string,
): Promise<void> {
  const now = nowOf(context);
  await transact(context, person, async (writes) => await writes.endSession({ id, reason, now })).catch(
    (error: unknown) => context.log.warn({ err: error }, 'the end of a session could not be written'),
  );
}

/** Writing it with every request would cost more than the requests do. The idle time is exact to this. */
const TOUCH_EVERY_MS = 30_000;

/** The person did something. */
export async function noteActivity(
  context: SignInContext,
  { id, person, lastSeenAt }: CurrentSession,
  { usesStepUp }: { usesStepUp: boolean },
): Promise<void> {
  const now = nowOf(context);
  if (now.getTime() - lastSeenAt.getTime() < TOUCH_EVERY_MS && !usesStepUp) return;
  await transact(context, person, async (writes) => {
    await writes.touchSession({ id, now });
    if (usesStepUp) await writes.slideStepUp({ id, now });
  });
}
