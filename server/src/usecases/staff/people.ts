import type { Kysely, Transaction } from 'kysely';
import { ROLES } from '@vezne/domain/permissions';
import type { Role } from '@vezne/domain/permissions';
import { leavesNoAdministrator } from '@vezne/domain/staff-roles';
import type { RolePlan } from '@vezne/domain/staff-roles';
import { findHandle, findStaff, readAllStaff, readStaffClock } from '../../db/read/staff/staff.ts';
import type { StaffRecord } from '../../db/read/staff/staff.ts';
import type { Database } from '../../db/schema.ts';
import { lockStaff } from '../../db/write/staff/staff.ts';
import { refused } from '../refusal.ts';

export async function getStaff(db: Kysely<Database>, handle: string): Promise<StaffRecord> {
  const person = await findStaff(db, handle);
  if (person === undefined) throw refused('staff_not_found', { handle });
  return person;
}

/** Pages name people by their ids, use cases and requests by their handles; neither ever changes. */
export async function handleOf(db: Kysely<Database>, id: string): Promise<string> {
  const handle = await findHandle(db, id);
  if (handle === undefined) throw refused('staff_not_found', { handle: id });
  return handle;
}

/** Somebody who is about to be changed, and everybody: what one hand may do depends on the others. */
export async function getStaffForChange(
  trx: Transaction<Database>,
  handle: string,
): Promise<{ person: StaffRecord; all: StaffRecord[]; now: Date }> {
  await lockStaff(trx);
  return {
    person: await getStaff(trx, handle),
    all: await readAllStaff(trx),
    now: await readStaffClock(trx),
  };
}

/** Those who are disabled count as well. */
export function countAdministrators(all: readonly StaffRecord[]): number {
  return all.filter(({ roles }) => roles.includes('administrator')).length;
}

/** Somebody has to be left who may ask and confirm, at every moment from now on. */
export function refuseLastAdministrator(
  person: StaffRecord,
  /** Undefined: they are disabled. */
  after: RolePlan | undefined,
  { all, now }: { all: readonly StaffRecord[]; now: Date },
): void {
  const others = all.filter(({ id, status }) => id !== person.id && status === 'active');
  if (person.status === 'active' && leavesNoAdministrator(person, after, others, now)) {
    throw refused('last_administrator');
  }
}

/** What is planned, as requests and the audit log keep it. */
export function plannedRoles({ nextRoles, nextRolesFrom }: RolePlan): Readonly<Record<string, unknown>> {
  return nextRolesFrom === null ? {} : { nextRoles, nextRolesFrom: nextRolesFrom.toISOString() };
}

/** From when roles hold; undefined: at once. PostgreSQL's clock decides, because it also decides when they do. */
export function checkedStart(from: string | undefined, now: Date): Date | undefined {
  if (from === undefined) return undefined;
  const start = new Date(from);
  if (start <= now) throw refused('roles_from_past', { from: start, now });
  return start;
}

/** Each once, in the order in which the database keeps them. */
export function sortedRoles(roles: readonly string[]): Role[] {
  const known = roles.map((text) => {
    const role = ROLES.find((one) => one === text);
    if (role === undefined) throw refused('role_unknown', { name: text });
    return role;
  });
  if (known.length === 0) throw refused('no_role_named');
  return [...new Set(known)].toSorted();
}
