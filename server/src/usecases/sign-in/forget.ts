import { deleteOldClaims } from '../../db/write/deposit-claims.ts';
import { deleteOldFailures } from '../../db/write/sign-in-failures.ts';
import { deleteOldAttempts, deleteOldSessions } from '../../db/write/sign-in-sessions.ts';
import { nowOf } from './context.ts';
import type { SignInContext } from './context.ts';
import { transact } from './transact.ts';

/** Removes what stands for nothing any more: attempts that are over, failures that count no more, sessions of long ago, what nobody has open. */
export async function forgetOld(context: SignInContext): Promise<void> {
  const now = nowOf(context);
  const { handle, network } = context.throttleRules;
  const countedForMs = Math.max(handle.forgetAfterMs, network.forgetAfterMs);
  await transact(context.pool, async (trx) => {
    await deleteOldAttempts(trx, now);
    await deleteOldFailures(trx, new Date(now.getTime() - countedForMs));
    await deleteOldSessions(trx);
    await deleteOldClaims(trx);
  });
}
