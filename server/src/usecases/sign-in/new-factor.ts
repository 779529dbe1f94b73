import type { PersonKey, SignInWrites } from '../../db/sign-in-store.ts';
import { refused } from '../refusal.ts';
import type { CurrentSession } from './current-session.ts';

/**
 * Holds a person and their session while a factor is added. With the first one every other session ends: it was opened by a password
 * alone, perhaps by somebody who had found it out, and would be a whole one from now on. A further one takes a step-up, also when
 * the first came between the look and this.
 */
export async function holdForNewFactor(
  writes: SignInWrites,
  {
    session,
    person,
    now,
  }: { session: Pick<CurrentSession, 'id' | 'stepUpUntil'>; person: PersonKey; now: Date },
): Promise<{ isFirst: boolean; passkeyCount: number }> {
  const { factorCount, passkeyCount } = await writes.lockFactors(person);
  if (!(await writes.holdSession(session.id))) throw refused('attempt_expired');
  const isFirst = factorCount === 0;
  if (!isFirst && session.stepUpUntil === null) throw refused('step_up_required');
  if (isFirst) await writes.endOtherSessions({ person, keptId: session.id, reason: 'replaced', now });
  return { isFirst, passkeyCount };
}
