import { updateStatus } from '../../db/write/staff/staff.ts';
import type { AdminContext } from '../admin-context.ts';
import { changeBetween } from '../change.ts';
import { perform } from '../four-eyes/act.ts';
import type { Act, Performed } from '../four-eyes/act.ts';
import { refused } from '../refusal.ts';
import type { ChangedStaff } from './changed-staff.ts';
import { getStaffForChange, plannedRoles } from './people.ts';

/** Lets somebody in again, with the factors and roles that they had. Whoever confirms reads these roles. */
export const enableStaffAct: Act<{ handle: string }, ChangedStaff> = {
  action: 'staff.enable',
  async plan(trx, { handle }) {
    const { person: before } = await getStaffForChange(trx, handle);
    const { id, roles } = before;
    const held = { roles, ...plannedRoles(before) };
    if (roles.length === 0 && before.nextRoles === null) throw refused('no_role_named');
    const person = { ...before, status: 'active' as const };
    const differs = changeBetween({ status: before.status }, { status: person.status });
    const change = differs && {
      before: { ...differs.before, ...held },
      after: { ...differs.after, ...held },
    };
    return {
      subject: { type: 'staff', id },
      change,
      effect: 'widens',
      seen: held,
      async apply() {
        if (change !== undefined) await updateStatus(trx, id, 'active');
        return { person, change, sessionsEnded: 0 };
      },
    };
  },
};

export async function enableStaff(context: AdminContext, handle: string): Promise<Performed<ChangedStaff>> {
  return await perform(context, enableStaffAct, { handle });
}
