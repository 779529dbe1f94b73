/** People as the contract shows them. */
import type { EnrolmentLink, StaffDetail, StaffRow, StaffSession } from '@vezne/contract/console/staff';
import { sessionOver } from '@vezne/domain/console-session';
import type { OpenSession } from '../../../../db/read/sign-in.ts';
import type { StaffOverview, WorkInHand } from '../../../../db/read/staff-overviews.ts';
import type { WaitingChange } from '../../../../db/read/waiting-changes.ts';
import type { HandedOver } from '../../../../usecases/staff/invitation.ts';
import { moment } from '../../shown.ts';

export function shownStaff(person: StaffOverview): StaffRow {
  const { id, handle, name, roles, status, factors, enrolmentUntil, lastSeenAt } = person;
  return {
    id,
    handle,
    name,
    roles,
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
  const administrators = all.filter(({ roles }) => roles.includes('administrator'));
  const active = administrators.filter(({ status }) => status === 'active');
  return {
    ...shownStaff(person),
    createdAt: moment(person.createdAt),
    createdBy: person.createdBy,
    sessions: open.filter((one) => sessionOver(one, nowMs) === undefined).map(shownSession),
    inHand,
    isLastAdministrator: active.length === 1 && active[0]?.id === person.id,
    administrators: administrators.length,
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
