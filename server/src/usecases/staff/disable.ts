import { staffAtCommandLine } from '@vezne/domain/actor';
import { unlessLocked } from '../../db/write/installation/locks.ts';
import { deleteEnrolment, endSessionsOf, updateStatus } from '../../db/write/staff/staff.ts';
import type { AdminContext } from '../admin-context.ts';
import { changeBetween } from '../change.ts';
import type { ReleasedWork } from '../decisions/release-and-list.ts';
import { perform } from '../four-eyes/act.ts';
import type { Act, Performed } from '../four-eyes/act.ts';
import { releaseWorkWithin } from '../withdrawals/release-work.ts';
import type { ChangedStaff } from './changed-staff.ts';
import { getStaffForChange, refuseLastAdministrator } from './people.ts';

export interface DisabledStaff extends ChangedStaff, ReleasedWork {
  /** Somebody held payouts that would have gone back to the queue. The person is disabled all the same. */
  isHeldUp: boolean;
}

const NO_WORK: ReleasedWork = { payoutsReleased: [], payoutsAuthorised: [] };
/** Others hold payouts for milliseconds. */
const WAIT_MS = 2_000;

/** It only narrows, so one person does it, and nobody can confirm it. */
const disabling: Act<{ handle: string }, DisabledStaff> = {
  action: 'staff.disable',
  async plan(trx, { handle }, { actor }) {
    const { person: before, all, now } = await getStaffForChange(trx, handle);
    refuseLastAdministrator(before, undefined, { all, now });
    const person = { ...before, status: 'disabled' as const };
    const change = changeBetween({ status: before.status }, { status: person.status });
    return {
      subject: { type: 'staff', id: person.id },
      change,
      effect: 'narrows',
      seen: {},
      auditDetails: ({ sessionsEnded, payoutsReleased, payoutsAuthorised }) => ({
        sessionsEnded,
        payoutsReleased: payoutsReleased.length,
        payoutsAuthorised: payoutsAuthorised.length,
      }),
      async apply() {
        if (change === undefined) return { person, change, sessionsEnded: 0, isHeldUp: false, ...NO_WORK };
        await updateStatus(trx, person.id, 'disabled');
        await deleteEnrolment(trx, person.id);
        const sessionsEnded = await endSessionsOf(trx, person.id, 'disabled');
        const leaver = staffAtCommandLine(person);
        const work = await unlessLocked(
          trx,
          WAIT_MS,
          async () => await releaseWorkWithin(trx, leaver, { actor, because: 'staff.disable' }),
        );
        return { person, change, sessionsEnded, isHeldUp: work === undefined, ...(work ?? NO_WORK) };
      },
    };
  },
};

/**
 * Somebody leaves, or must not go on. They are signed out everywhere, what they have taken goes back to the queue, and what is
 * authorised in their hands is listed. What they have asked for can't be confirmed any more.
 */
export async function disableStaff(context: AdminContext, handle: string): Promise<Performed<DisabledStaff>> {
  return await perform(context, disabling, { handle });
}
