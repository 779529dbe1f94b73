/** People as the contract shows them. */
import type { EnrolmentLink, StaffDetail, StaffRow, StaffSession } from '@vezne/contract/console/staff';
import { sessionOver } from '@vezne/domain/console-session';
import { administratorsFrom, leavesNoAdministrator } from '@vezne/domain/staff-roles';
import type { OpenSession } from '../../../../db/read/staff/sign-in.ts';
import type { StaffOverview, WorkInHand } from '../../../../db/read/staff/staff-overviews.ts';
import type { WaitingChange } from '../../../../db/read/requests/waiting-changes.ts';
import type { HandedOver } from '../../../../usecases/staff/invitation.ts';
import { moment } from '../../shown.ts';

export function shownStaff(person: StaffOverview): StaffRow {
  const { id, handle, name, roles, nextRoles, nextRolesFrom, status, factors } = person;
  const { enrolmentUntil, lastSeenAt } = person;
  return {
    id,
    handle,
    name,
    roles,
    planned:
      nextRoles === null || nextRolesFrom === null ? null : { roles: nextRoles, from: moment(nextRolesFrom) },
    status,
    factors,
    enrolmentUntil: enrolmentUntil === null ? null : moment(enrolmentUntil),
    lastSeenAt: lastSeenAt === null ? null : moment(lastSeenAt),
  };
}

export function shownStaffDetail(
  person: StaffOverview,
  {
    all,
    open,
    nowMs,
    inHand,
    waiting,
    canMail,
  }: {
    all: readonly StaffOverview[];
    open: readonly OpenSession[];
    nowMs: number;
    inHand: WorkInHand;
    waiting: readonly WaitingChange[];
    canMail: boolean;
  },
): StaffDetail {
  const others = all.filter(({ id }) => id !== person.id);
  const active = others.filter(({ status }) => status === 'active');
  const now = new Date(nowMs);
  return {
    ...shownStaff(person),
    createdAt: moment(person.createdAt),
    createdBy: person.createdBy,
    sessions: open.filter((one) => sessionOver(one, nowMs) === undefined).map(shownSession),
    inHand,
    isLastAdministrator: person.status === 'active' && leavesNoAdministrator(person, undefined, active, now),
    otherAdministrators: administratorsFrom(others, now).map(({ from, count }) => ({
      from: moment(from),
      count,
    })),
    canMail,
    waiting: waiting.map(shownWaiting),
  };
}

function shownSession({ id, createdAt, lastSeenAt, address, userAgent }: OpenSession): StaffSession {
  return {
    id,
    createdAt: moment(createdAt),
    lastSeenAt: moment(lastSeenAt),
    // The address of nobody stands for one that is not known.
    address: address === '::' ? null : address,
    userAgent,
  };
}

export function shownWaiting<Change extends WaitingChange>({
  askedAt,
  ...change
}: Change): Omit<Change, 'askedAt'> & { askedAt: string } {
  return { ...change, askedAt: moment(askedAt) };
}

export function shownLink({ link, expiresAt, mailTo, mail }: HandedOver): EnrolmentLink {
  return { url: link, expiresAt: moment(expiresAt), mailTo, mail };
}
