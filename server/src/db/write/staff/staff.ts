import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Role } from '@vezne/domain/permissions';
import type { RolePlan } from '@vezne/domain/staff-roles';
import type { Database } from '../../schema.ts';
import type { StaffStatus } from '../../schema/staff.ts';

/** The constraint that keeps a handle to one person. */
export const STAFF_HANDLE_KEY = 'staff_handle_key';

/** Allows one change of people at a time: whether one hand is enough depends on how many administrators there are. */
export async function lockStaff(trx: Transaction<Database>): Promise<void> {
  await trx.selectFrom('staff').select('id').orderBy('id').forNoKeyUpdate().execute();
}

export interface NewStaff extends RolePlan {
  id: string;
  handle: string;
  name: string;
  createdBy: string;
}

export async function insertStaff(trx: Transaction<Database>, person: NewStaff): Promise<void> {
  const { id, handle, name, createdBy } = person;
  await trx
    .insertInto('staff')
    .values({ id, handle, name, created_by: createdBy, ...rolesOf(person) })
    .execute();
}

function rolesOf({ roles, nextRoles, nextRolesFrom }: RolePlan): {
  roles: Role[];
  next_roles: Role[] | null;
  next_roles_from: Date | null;
} {
  return { roles: [...roles], next_roles: nextRoles && [...nextRoles], next_roles_from: nextRolesFrom };
}

export async function updateStatus(
  trx: Transaction<Database>,
  id: string,
  status: StaffStatus,
): Promise<void> {
  await trx.updateTable('staff').set({ status }).where('id', '=', id).execute();
}

/** All roles of a person, in place of those that they have and those that were planned. */
export async function updateRoles(trx: Transaction<Database>, id: string, plan: RolePlan): Promise<void> {
  await trx.updateTable('staff').set(rolesOf(plan)).where('id', '=', id).execute();
}

/** Sessions that are over because a planned change has come are ended, before its moment is forgotten. */
export async function endSessionsBeforeRoles(trx: Transaction<Database>, staffId: string): Promise<void> {
  const reason: SessionEnd = 'roles_changed';
  await sql`
    update staff_session s set ended_at = now(), end_reason = ${reason} from staff p
    where s.staff_id = ${staffId} and p.id = s.staff_id and s.ended_at is null and signed_in_before_roles(p, s.created_at)
  `.execute(trx);
}

/** Why a session ends that its person did not end. */
export type SessionEnd = 'roles_changed' | 'disabled' | 'reset' | 'ended_by_administrator';

/** Signs the person out everywhere, and forgets sign-ins that are half done. Returns how many sessions ended. */
export async function endSessionsOf(
  trx: Transaction<Database>,
  staffId: string,
  reason: SessionEnd,
): Promise<number> {
  await trx.deleteFrom('sign_in_attempt').where('staff_id', '=', staffId).execute();
  const { numUpdatedRows } = await trx
    .updateTable('staff_session')
    .set({ ended_at: sql`now()`, end_reason: reason })
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** The link to enrol works no more. */
export async function deleteEnrolment(trx: Transaction<Database>, staffId: string): Promise<void> {
  await trx.deleteFrom('staff_enrolment').where('staff_id', '=', staffId).execute();
}

export async function insertEnrolment(
  trx: Transaction<Database>,
  {
    staffId,
    tokenHash,
    lifetimeSeconds,
    madeBy,
  }: { staffId: string; tokenHash: Buffer; lifetimeSeconds: number; madeBy: string },
): Promise<Date> {
  const { expiresAt } = await trx
    .insertInto('staff_enrolment')
    .values({
      staff_id: staffId,
      token_hash: tokenHash,
      expires_at: sql`now() + make_interval(secs => ${lifetimeSeconds})`,
      made_by: madeBy,
    })
    .returning('expires_at as expiresAt')
    .executeTakeFirstOrThrow();
  return expiresAt;
}

/** Everything that the person could sign in with. */
export async function deleteFactors(trx: Transaction<Database>, staffId: string): Promise<void> {
  for (const table of ['staff_password', 'staff_totp', 'staff_passkey', 'staff_recovery_code'] as const) {
    await trx.deleteFrom(table).where('staff_id', '=', staffId).execute();
  }
}
