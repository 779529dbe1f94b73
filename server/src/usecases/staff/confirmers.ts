import { SESSION_IDLE_MS } from '@vezne/domain/console-session';
import { can } from '@vezne/domain/permissions';
import type { Permission } from '@vezne/domain/permissions';
import { readRolesSignedIn } from '../../db/read/staff/sign-in.ts';
import type { Context } from '../../context.ts';

type ConfirmingPermission = Extract<Permission, `confirm_${string}`>;

/** How many people are signed in who may confirm what others ask, by what they may confirm. */
export async function countConfirmers({
  pool,
  clock,
}: Pick<Context, 'pool' | 'clock'>): Promise<Record<ConfirmingPermission, number>> {
  const people = await readRolesSignedIn(pool, { since: new Date(clock.nowMs() - SESSION_IDLE_MS) });
  const count = (permission: Permission): number =>
    people.filter((roles) => can({ roles }, permission)).length;
  return {
    confirm_decision: count('confirm_decision'),
    confirm_large_decision: count('confirm_large_decision'),
    confirm_operation: count('confirm_operation'),
    confirm_change: count('confirm_change'),
  };
}
