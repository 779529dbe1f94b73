import type { Role } from '@vezne/domain/permissions';
import { administratorsFrom, changedPlan, isSamePlan, planWidens } from '@vezne/domain/staff-roles';
import { endSessionsBeforeRoles, endSessionsOf, updateRoles } from '../../db/write/staff/staff.ts';
import type { AdminContext } from '../admin-context.ts';
import type { Change } from '../change.ts';
import { perform } from '../four-eyes/act.ts';
import type { Act, Performed } from '../four-eyes/act.ts';
import type { ChangedStaff } from './changed-staff.ts';
import {
  checkedStart,
  getStaffForChange,
  plannedRoles,
  refuseLastAdministrator,
  sortedRoles,
} from './people.ts';

interface Input {
  handle: string;
  roles: Role[];
  /** From when they hold, as ISO 8601 writes it. Default: at once. */
  from?: string;
}

/**
 * All roles of a person, in place of those that they have or, from a moment on, of those that they have until then. What was planned before is
 * dropped. Whoever is signed in when they change signs in again, and has the new ones.
 */
export const setStaffRolesAct: Act<Input, ChangedStaff> = {
  action: 'staff.set_roles',
  async plan(trx, { handle, roles, from }) {
    const { person: before, all, now } = await getStaffForChange(trx, handle);
    const after = changedPlan(before, roles, checkedStart(from, now));
    const person = { ...before, ...after };
    const { nextRolesFrom: start } = after;
    // Whole, because the database compares the row with it.
    const change: Change | undefined = isSamePlan(before, after)
      ? undefined
      : {
          before: { roles: before.roles, ...plannedRoles(before) },
          after: { roles, ...(start !== null && { from: start.toISOString() }) },
        };
    refuseLastAdministrator(before, after, { all, now });
    const others = all.filter(({ id }) => id !== before.id);
    return {
      subject: { type: 'staff', id: person.id },
      change,
      effect: planWidens(before, after, administratorsFrom(others, now)) ? 'widens' : 'narrows',
      seen: { status: before.status },
      ...(start !== null && { confirmBefore: start }),
      async apply() {
        if (change === undefined) return { person, change, sessionsEnded: 0 };
        await endSessionsBeforeRoles(trx, person.id);
        await updateRoles(trx, person.id, after);
        // Nothing ends before its time: neither by a plan, nor by dropping one.
        const holdsNow = !isSamePlan({ ...before, ...NO_PLAN }, { ...after, ...NO_PLAN });
        const sessionsEnded = holdsNow ? await endSessionsOf(trx, person.id, 'roles_changed') : 0;
        return { person, change, sessionsEnded };
      },
    };
  },
};

const NO_PLAN = { nextRoles: null, nextRolesFrom: null };

export async function setStaffRoles(
  context: AdminContext,
  { handle, roles, from }: { handle: string; roles: readonly string[]; from?: Date | undefined },
): Promise<Performed<ChangedStaff>> {
  return await perform(context, setStaffRolesAct, {
    handle,
    roles: sortedRoles(roles),
    ...(from !== undefined && { from: from.toISOString() }),
  });
}
