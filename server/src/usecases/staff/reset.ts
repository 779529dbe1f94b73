import { readFactors } from '../../db/read/staff/staff.ts';
import type { StaffRecord } from '../../db/read/staff/staff.ts';
import { deleteFactors, endSessionsOf } from '../../db/write/staff/staff.ts';
import { perform } from '../four-eyes/act.ts';
import type { Act, Performed } from '../four-eyes/act.ts';
import { refused } from '../refusal.ts';
import type { StaffContext } from './context.ts';
import { makeEnrolmentLink } from './enrolment.ts';
import type { EnrolmentLink } from './enrolment.ts';
import { getStaffForChange, plannedRoles } from './people.ts';

export interface ResetStaff {
  person: StaffRecord;
  enrolment: EnrolmentLink;
  mailTo?: string | undefined;
  sessionsEnded: number;
}

/**
 * Somebody has lost what they sign in with, or their link was not used in time. All their factors are gone, and they enrol anew.
 * Whoever has the link becomes this person, so it takes two people even when there is nothing to reset yet.
 */
export const resetStaffAct: Act<{ handle: string; mailTo?: string }, ResetStaff, StaffContext> = {
  action: 'staff.reset',
  async plan(trx, { handle, mailTo }, context) {
    const { person } = await getStaffForChange(trx, handle);
    if (person.status !== 'active') throw refused('staff_disabled', { handle });
    const factors = await readFactors(trx, person.id);
    const none = { hasPassword: false, hasTotp: false, passkeys: 0, recoveryCodesLeft: 0 };
    return {
      subject: { type: 'staff', id: person.id },
      change: {
        before: { ...factors },
        after: { ...none, enrolment: 'a new link', ...(mailTo !== undefined && { mailTo }) },
      },
      effect: 'widens',
      seen: { roles: person.roles, ...plannedRoles(person) },
      auditDetails: ({ sessionsEnded }) => ({ sessionsEnded }),
      async apply() {
        await deleteFactors(trx, person.id);
        const sessionsEnded = await endSessionsOf(trx, person.id, 'reset');
        return { person, sessionsEnded, mailTo, enrolment: await makeEnrolmentLink(trx, person.id, context) };
      },
    };
  },
};

export async function resetStaff(
  context: StaffContext,
  handle: string,
  /** Where the new link goes; without it, whoever confirms hands it over. */
  mailTo?: string,
): Promise<Performed<ResetStaff>> {
  return await perform(context, resetStaffAct, { handle, ...(mailTo !== undefined && { mailTo }) });
}
