import type { Kysely, Transaction } from 'kysely';
import { ROLES } from '@vezne/domain/permissions';
import type { Role } from '@vezne/domain/permissions';
import { findHandle, findStaff, readAllStaff } from '../../db/read/staff.ts';
import type { StaffRecord } from '../../db/read/staff.ts';
import type { Database } from '../../db/schema.ts';
import { lockStaff } from '../../db/write/staff.ts';
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
): Promise<{ person: StaffRecord; all: StaffRecord[] }> {
  await lockStaff(trx);
  return { person: await getStaff(trx, handle), all: await readAllStaff(trx) };
}

const isAdministrator = ({ roles }: Pick<StaffRecord, 'roles'>): boolean => roles.includes('administrator');

/** Those who are disabled count as well. */
export function countAdministrators(all: readonly StaffRecord[]): number {
  return all.filter(isAdministrator).length;
}

/** Somebody has to be left who may ask and confirm. */
export function refuseLastAdministrator(all: readonly StaffRecord[], person: StaffRecord): void {
  const isActive = (one: StaffRecord): boolean => one.status === 'active' && isAdministrator(one);
  if (isActive(person) && !all.some((one) => one.id !== person.id && isActive(one))) {
    throw refused('last_administrator');
  }
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
