import type { Role } from '@vezne/domain/permissions';
import { rolesWiden } from '@vezne/domain/staff-roles';
import { updateStaff, endSessionsOf } from '../../db/write/staff.ts';
import type { AdminContext } from '../admin-context.ts';
import { changeBetween } from '../change.ts';
import { perform } from '../four-eyes/act.ts';
import type { Act, Performed } from '../four-eyes/act.ts';
import type { ChangedStaff } from './changed-staff.ts';
import { countAdministrators, getStaffForChange, refuseLastAdministrator, sortedRoles } from './people.ts';

/** All roles of a person, in place of those that they had. Whoever is signed in signs in again, and has the new ones. */
export const setStaffRolesAct: Act<{ handle: string; roles: Role[] }, ChangedStaff> = {
  action: 'staff.set_roles',
  async plan(trx, { handle, roles }) {
    const { person: before, all } = await getStaffForChange(trx, handle);
    const person = { ...before, roles };
    const change = changeBetween({ roles: before.roles }, { roles });
    if (!roles.includes('administrator')) refuseLastAdministrator(all, before);
    return {
      subject: { type: 'staff', id: person.id },
      change,
      effect: rolesWiden(before.roles, roles, countAdministrators(all)) ? 'widens' : 'narrows',
      seen: { status: before.status },
      async apply() {
        if (change === undefined) return { person, change, sessionsEnded: 0 };
        await updateStaff(trx, person.id, { roles });
        return { person, change, sessionsEnded: await endSessionsOf(trx, person.id, 'roles_changed') };
      },
    };
  },
};

export async function setStaffRoles(
  context: AdminContext,
  { handle, roles }: { handle: string; roles: readonly string[] },
): Promise<Performed<ChangedStaff>> {
  return await perform(context, setStaffRolesAct, { handle, roles: sortedRoles(roles) });
}
