import { isHandle } from '@vezne/domain/actor';
import type { Role } from '@vezne/domain/permissions';
import { areEnoughAdministrators, changedPlan } from '@vezne/domain/staff-roles';
import { isTaken } from '../../db/constraint.ts';
import { findStaff, readAllStaff, readStaffClock } from '../../db/read/staff/staff.ts';
import type { StaffRecord } from '../../db/read/staff/staff.ts';
import { STAFF_HANDLE_KEY, insertStaff, lockStaff } from '../../db/write/staff/staff.ts';
import { newSubjectId, perform } from '../four-eyes/act.ts';
import type { Act, Performed } from '../four-eyes/act.ts';
import { RefusedError, refusal, refused } from '../refusal.ts';
import { textForStrangers } from '../text-for-strangers.ts';
import type { StaffContext } from './context.ts';
import { makeEnrolmentLink } from './enrolment.ts';
import type { EnrolmentLink } from './enrolment.ts';
import { checkedStart, countAdministrators, getStaff, sortedRoles } from './people.ts';

export interface StaffAddition {
  handle: string;
  name: string;
  roles: readonly string[];
  /** From when they hold; until then the person may nothing. Default: at once. */
  from?: Date | undefined;
  /** Where the link goes, so that whoever confirms reads and confirms that too. Without it they hand the link over. */
  mailTo?: string | undefined;
}

export interface AddedStaff {
  person: StaffRecord;
  enrolment: EnrolmentLink;
  mailTo?: string | undefined;
  /** One of the first two: nobody else has agreed. */
  isAlone: boolean;
}

interface Input {
  id: string;
  handle: string;
  name: string;
  roles: Role[];
  /** As ISO 8601 writes it. */
  from?: string;
  mailTo?: string;
}

const NO_ROLES = { roles: [], nextRoles: null, nextRolesFrom: null };

/** A new person, with their id: so that the request, the row and the database's own rule speak of the same one. */
export const addStaffAct: Act<Input, AddedStaff, StaffContext> = {
  action: 'staff.add',
  async plan(trx, { id, handle, name, roles, from, mailTo }, context) {
    await lockStaff(trx);
    const isAlone = !areEnoughAdministrators(countAdministrators(await readAllStaff(trx)));
    if (isAlone) refuseOthersFirst({ roles, from }, context);
    const start = checkedStart(from, await readStaffClock(trx));
    if ((await findStaff(trx, handle)) !== undefined) throw refused('handle_taken', { handle });
    return {
      subject: { type: 'staff', id },
      change: { before: {}, after: { handle, name, roles, ...optional({ from, mailTo }) } },
      effect: isAlone ? 'neutral' : 'widens',
      seen: {},
      ...(start !== undefined && { confirmBefore: start }),
      auditDetails: () => (isAlone ? { alone: true } : {}),
      async apply() {
        try {
          const plan = changedPlan(NO_ROLES, roles, start);
          await insertStaff(trx, { id, handle, name, ...plan, createdBy: context.actor.name });
        } catch (error) {
          if (!isTaken(error, STAFF_HANDLE_KEY)) throw error;
          throw new RefusedError(refusal('handle_taken', { handle }), { cause: error });
        }
        const enrolment = await makeEnrolmentLink(trx, id, context);
        return { person: await getStaff(trx, handle), enrolment, mailTo, isAlone };
      },
    };
  },
};

function optional({ from, mailTo }: { from: string | undefined; mailTo: string | undefined }): {
  from?: string;
  mailTo?: string;
} {
  return { ...(from !== undefined && { from }), ...(mailTo !== undefined && { mailTo }) };
}

/** The first two are administrators at once and nothing else, so that one hand gives nobody the right to move money. */
function refuseOthersFirst(
  { roles, from }: { roles: readonly Role[]; from: string | undefined },
  { actor }: StaffContext,
): void {
  const isAdministratorOnly = roles.length === 1 && roles[0] === 'administrator' && from === undefined;
  if (!isAdministratorOnly || actor.kind !== 'command_line') throw refused('administrators_first');
}

const NAME_MAX_LENGTH = 128;

/** Asks for a new person. They enrol by a link that the one who confirms gives them. */
export async function addStaff(
  context: StaffContext,
  { handle, name, roles, from, mailTo }: StaffAddition,
): Promise<Performed<AddedStaff>> {
  if (!isHandle(handle)) throw refused('handle_invalid', { handle });
  return await perform(context, addStaffAct, {
    id: newSubjectId(context),
    handle,
    name: textForStrangers('staff_name', name, { maxLength: NAME_MAX_LENGTH }),
    roles: sortedRoles(roles),
    ...optional({ from: from?.toISOString(), mailTo }),
  });
}
