import { passwordWeakness } from '@vezne/domain/password-rules';
import { refused } from '../refusal.ts';
import { nowOf } from './context.ts';
import type { Caller, SignInContext } from './context.ts';
import type { CurrentSession } from './current-session.ts';
import { prove } from './second-factor.ts';
import { transact } from './transact.ts';

/**
 * Replaces one's own password, and ends one's other sessions: whoever found the old one out is out. The old one is asked
 * for each time and counted as a guess at a second factor is: a session that was left open does not suffice, however fresh its step-up.
 */
export async function changePassword(
  context: SignInContext,
  { id, person }: CurrentSession,
  { currentPassword, newPassword, caller }: { currentPassword: string; newPassword: string; caller: Caller },
): Promise<void> {
  const { store, passwords } = context;
  const before = await prove(context, { person, by: 'password', caller, session: id }, async () => {
    const kept = await store.findPasswordHash(person);
    if (kept === null || !(await passwords.isRight(currentPassword, kept, 'known')))
      throw refused('password_wrong');
    return kept;
  });
  const problem = newPassword === currentPassword ? 'same_as_before' : passwordWeakness(newPassword, person);
  if (problem !== undefined) throw refused('password_weak', { problem });
  const hash = await passwords.hash(newPassword);
  const now = nowOf(context);
  await transact(context, person, async (writes) => {
    // Hashing takes a while. Whoever was reset or disabled meanwhile sets no password any more.
    await writes.lockFactors(person);
    const isStillTheirs =
      (await writes.holdSession(id)) && (await writes.replacePassword({ person, before, after: hash, now }));
    if (!isStillTheirs) throw refused('password_wrong');
    const endedSessions = await writes.endOtherSessions({
      person,
      keptId: id,
      reason: 'password_changed',
      now,
    });
    await writes.audit({
      person,
      action: 'factor.change_password',
      session: id,
      address: caller.address,
      details: { endedSessions },
    });
  });
}
