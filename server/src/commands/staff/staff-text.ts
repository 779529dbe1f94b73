import type { RolePlan } from '@vezne/domain/staff-roles';
import type { StaffRecord } from '../../db/read/staff/staff.ts';
import type { ChangedStaff } from '../../usecases/staff/changed-staff.ts';
import type { EnrolmentLink } from '../../usecases/staff/enrolment.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { count, timeText } from '../layout.ts';
import type { Told } from '../performed.ts';

/** How a sentence names a person. */
export function personText({ handle, name }: Pick<StaffRecord, 'handle' | 'name'>): string {
  return `${handle} (${name})`;
}

/** "operator", or "operator; from 2026-12-01 00:00:00 +03 senior_operator". */
export function rolesText({ roles, nextRoles, nextRolesFrom }: RolePlan): string {
  const now = roles.length === 0 ? 'none' : roles.join(', ');
  return nextRoles === null || nextRolesFrom === null
    ? now
    : `${now}; from ${timeText(nextRolesFrom)} ${nextRoles.join(', ')}`;
}

/** The link is shown this once. */
export function enrolmentLines(
  { handle }: Pick<StaffRecord, 'handle'>,
  { link, expiresAt }: EnrolmentLink,
): string[] {
  return [
    `Give this link to ${handle} and to nobody else: whoever opens it first is ${handle} from then on. It works once, until ${timeText(expiresAt)}.`,
    `  ${link}`,
  ];
}

export function changedStaff({ person, change, sessionsEnded }: ChangedStaff): Told {
  const now = `${person.status} with the roles ${rolesText(person)}`;
  return {
    values: plainValues({ person, changed: change !== undefined, ...change, sessionsEnded }),
    lines: [
      `${personText(person)} is ${change === undefined ? `${now} already` : `now ${now}`}.`,
      ...sessionLines(sessionsEnded),
    ],
  };
}

export function sessionLines(sessionsEnded: number): string[] {
  return sessionsEnded === 0 ? [] : [`They are signed out: ${count(sessionsEnded, 'session')} ended.`];
}
