import { isHandle } from '@vezne/domain/actor';
import type { Role } from '@vezne/domain/permissions';
import { areEnoughAdministrators } from '@vezne/domain/staff-roles';
import { isTaken } from '../../db/constraint.ts';
import { findStaff, readAllStaff } from '../../db/read/staff.ts';
import type { StaffRecord } from '../../db/read/staff.ts';
import { STAFF_HANDLE_KEY, insertStaff, lockStaff } from '../../db/write/staff.ts';
import { checkedText } from '../checked-text.ts';
import { newSubjectId, perform } from '../four-eyes/act.ts';
import type { Act, Performed } from '../four-eyes/act.ts';
import { RefusedError, refusal, refused } from '../refusal.ts';
import type { StaffContext } from './context.ts';
import { makeEnrolmentLink } from './enrolment.ts';
import type { EnrolmentLink } from './enrolment.ts';
import { countAdministrators, getStaff, sortedRoles } from './people.ts';

export interface StaffAddition {
  handle: string;
  name: string;
  roles: readonly string[];
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
  mailTo?: string;
}

/** A new person, with their id: so that the request, the row and the database's own rule speak of the same one. */
export const addStaffAct: Act<Input, AddedStaff, StaffContext> = {
  action: 'staff.add',
  async plan(trx, { id, handle, name, roles, mailTo }, context) {
    await lockStaff(trx);
    const isAlone = !areEnoughAdministrators(countAdministrators(await readAllStaff(trx)));
    if (isAlone) refuseOthersFirst(roles, context);
    if ((await findStaff(trx, handle)) !== undefined) throw refused('handle_taken', { handle });
    return {
      subject: { type: 'staff', id },
      change: { before: {}, after: { handle, name, roles, ...(mailTo !== undefined && { mailTo }) } },
      effect: isAlone ? 'neutral' : 'widens',
      seen: {},
      auditDetails: () => (isAlone ? { alone: true } : {}),
      async apply() {
        try {
          await insertStaff(trx, { id, handle, name, roles, createdBy: context.actor.name });
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

/** The first two are administrators and nothing else, so that one hand gives nobody the right to move money. */
function refuseOthersFirst(roles: readonly Role[], { actor }: StaffContext): void {
  const isAdministratorOnly = roles.length === 1 && roles[0] === 'administrator';
  if (!isAdministratorOnly || actor.kind !== 'command_line') throw refused('administrators_first');
}

const NAME_MAX_LENGTH = 128;

/** Asks for a new person. They enrol by a link that the one who confirms gives them. */
export async function addStaff(
  context: StaffContext,
  { handle, name, roles, mailTo }: StaffAddition,
): Promise<Performed<AddedStaff>> {
  if (!isHandle(handle)) throw refused('handle_invalid', { handle });
  return await perform(context, addStaffAct, {
    id: newSubjectId(context),
    handle,
    name: checkedText('staff_name', name, { maxLength: NAME_MAX_LENGTH }),
    roles: sortedRoles(roles),
    ...(mailTo !== undefined && { mailTo }),
  });
}
