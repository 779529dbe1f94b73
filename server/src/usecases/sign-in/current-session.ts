import { sessionOver, stepUpUntil } from '@vezne/domain/console-session';
import { findOpenSessionTimes, findSession } from '../../db/read/sign-in.ts';
import type { SessionRecord, SignInPerson } from '../../db/read/sign-in.ts';
import { endSession, slideStepUp, touchSession } from '../../db/write/sign-in-sessions.ts';
import { tokenHashOf } from '../../keys/session-tokens.ts';
import { nowOf } from './context.ts';
import type { SignInContext } from './context.ts';
import { transact } from './transact.ts';

/** Somebody who is signed in at this moment. */
export interface CurrentSession {
  id: string;
  person: SignInPerson;
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

export type FoundSession =
  | { state: 'none' }
  | { state: 'ended'; reason: string }
  | { state: 'current'; session: CurrentSession };

/** Whose session a cookie stands for. Read from the database each time, so that an end holds everywhere at once. */
export async function currentSession(context: SignInContext, token: string): Promise<FoundSession> {
  const tokenHash = tokenHashOf(token);
  const record = await findSession(context.pool, tokenHash);
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

/** Whether a session still counts, by its id: the token of a cookie changes with every proof. Nothing is written. */
export async function isSessionOpen(
  { pool, clock }: Pick<SignInContext, 'pool' | 'clock'>,
  id: string,
): Promise<boolean> {
  const times = await findOpenSessionTimes(pool, id);
  return times !== undefined && sessionOver(times, clock.nowMs()) === undefined;
}

/** Written down for the list of sessions. It is over whether or not that succeeds. */
async function endOver(context: SignInContext, { id }: SessionRecord, reason: string): Promise<void> {
  const now = nowOf(context);
  await transact(context.pool, async (trx) => await endSession(trx, { id, reason, now })).catch(
    (error: unknown) => context.log.warn({ err: error }, 'the end of a session could not be written'),
  );
}

/** Writing it with every request would cost more than the requests do. The idle time is exact to this. */
const TOUCH_EVERY_MS = 30_000;

/** The person did something. */
export async function noteActivity(
  context: SignInContext,
  { id, lastSeenAt }: CurrentSession,
  { usesStepUp }: { usesStepUp: boolean },
): Promise<void> {
  const now = nowOf(context);
  if (now.getTime() - lastSeenAt.getTime() < TOUCH_EVERY_MS && !usesStepUp) return;
  await transact(context.pool, async (trx) => {
    await touchSession(trx, { id, now });
    if (usesStepUp) await slideStepUp(trx, { id, now });
  });
}
