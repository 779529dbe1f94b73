import { endSession } from '../../db/write/sign-in-sessions.ts';
import { refused } from '../refusal.ts';
import { auditOwn } from './audit.ts';
import { nowOf } from './context.ts';
import type { Caller, SignInContext } from './context.ts';
import { listOpenSessions } from '../../db/read/sign-in.ts';
import type { CurrentSession } from './current-session.ts';
import { transact } from './transact.ts';

export async function signOut(
  context: SignInContext,
  { id, person }: CurrentSession,
  { address }: Caller,
): Promise<void> {
  const now = nowOf(context);
  await transact(context.pool, async (trx) => {
    // It may have ended meanwhile; the person wanted nothing else.
    if (!(await endSession(trx, { id, reason: 'signed_out', now }))) return;
    await auditOwn(trx, { person, action: 'session.sign_out', session: id, address });
  });
}

/** Ends another session of one's own. Somebody else's does not exist. */
export async function endOwnSession(
  context: SignInContext,
  { id, person }: CurrentSession,
  { ended, caller: { address } }: { ended: string; caller: Caller },
): Promise<void> {
  const now = nowOf(context);
  const own = await listOpenSessions(context.pool, person.id);
  if (!own.some((session) => session.id === ended)) throw refused('session_not_found');
  await transact(context.pool, async (trx) => {
    if (!(await endSession(trx, { id: ended, reason: 'ended_by_person', now })))
      throw refused('session_not_found');
    await auditOwn(trx, { person, action: 'session.end', session: id, address, details: { ended } });
  });
}
