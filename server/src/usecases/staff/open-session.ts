import { sessionOver } from '@vezne/domain/console-session';
import type { Context } from '../../context.ts';
import { findOpenSessionTimes } from '../../db/read/staff/sign-in.ts';

/** Whether a session still counts, by its id: the token of a cookie changes with every proof. Nothing is written. */
export async function isSessionOpen(
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  id: string,
): Promise<boolean> {
  const times = await findOpenSessionTimes(pool, id);
  return times !== undefined && sessionOver(times, clock.nowMs()) === undefined;
}
