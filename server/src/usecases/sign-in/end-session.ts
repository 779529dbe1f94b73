import { refused } from '../refusal.ts';
import { nowOf } from './context.ts';
import type { Caller, SignInContext } from './context.ts';
import type { CurrentSession } from './current-session.ts';
import { transact } from './transact.ts';

export async function signOut(
  context: SignInContext,
  { id, person }: CurrentSession,
  { address }: Caller,
): Promise<void> {
  const now = nowOf(context);
  await transact(context, person, async (writes) => {
    // It may have ended meanwhile; the person wanted nothing else.
    if (!(await writes.endSession({ id, reason: 'signed_out', now }))) return;
    await writes.audit({ person, action: 'session.sign_out', session: id, address });
  });
}

/** Ends another session of one's own. Somebody else's does not exist. */
export async function endOwnSession(
  context: SignInContext,
  { id, person }: CurrentSession,
  { ended, caller: { address } }: { ended: string; caller: Caller },
): Promise<void> {
  const now = nowOf(context);
  const own = await context.store.listOpenSessions(person);
  if (!own.some((session) => session.id === ended)) throw refused('session_not_found');
  await transact(context, person, async (writes) => {
    if (!(await writes.endSession({ id: ended, reason: 'ended_by_person', now })))
      throw refused('session_not_found');
    await writes.audit({ person, action: 'session.end', session: id, address, details: { ended } });
  });
}
