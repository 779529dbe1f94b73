import { countOpenSessions } from '../../db/read/staff/staff.ts';
import { endSessionsOf } from '../../db/write/staff/staff.ts';
import type { AdminContext } from '../admin-context.ts';
import { changeBetween } from '../change.ts';
import { perform } from '../four-eyes/act.ts';
import type { Act, Performed } from '../four-eyes/act.ts';
import type { ChangedStaff } from './changed-staff.ts';
import { getStaffForChange } from './people.ts';

/** It only narrows: the person signs in again with what they have, or does not. */
const endingSessions: Act<{ handle: string }, ChangedStaff> = {
  action: 'staff.end_sessions',
  async plan(trx, { handle }) {
    const { person } = await getStaffForChange(trx, handle);
    const change = changeBetween({ sessions: await countOpenSessions(trx, person.id) }, { sessions: 0 });
    return {
      subject: { type: 'staff', id: person.id },
      change,
      effect: 'narrows',
      seen: {},
      apply: async () => ({
        person,
        change,
        sessionsEnded: await endSessionsOf(trx, person.id, 'ended_by_administrator'),
      }),
    };
  },
};

/** Signs somebody out everywhere: a device was lost, or left open. Their factors and roles stay as they are. */
export async function endStaffSessions(
  context: AdminContext,
  handle: string,
): Promise<Performed<ChangedStaff>> {
  return await perform(context, endingSessions, { handle });
}
