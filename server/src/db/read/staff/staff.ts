import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Role } from '@vezne/domain/permissions';
import type { RolePlan } from '@vezne/domain/staff-roles';
import type { Database } from '../../schema.ts';
import type { StaffStatus } from '../../schema/staff.ts';

export interface StaffRecord extends RolePlan {
  id: string;
  handle: string;
  name: string;
  status: StaffStatus;
  createdAt: Date;
  createdBy: string;
}

/** What somebody can sign in with. Nothing of it is a secret. */
export interface StaffFactors {
  hasPassword: boolean;
  hasTotp: boolean;
  passkeys: number;
  recoveryCodesLeft: number;
}

/** A person as administrators see them. */
export interface ListedStaff extends StaffRecord, StaffFactors {
  /** Until when their link to enrol works, if they have one. */
  enrolmentUntil: Date | null;
  /** Sessions that have not ended. */
  sessions: number;
  lastSeenAt: Date | null;
}

const COLUMNS = [
  'id',
  'handle',
  'name',
  sql<Role[]>`staff_roles_at(staff, now())`.as('roles'),
  sql<Role[] | null>`case when next_roles_from > now() then next_roles end`.as('nextRoles'),
  sql<Date | null>`case when next_roles_from > now() then next_roles_from end`.as('nextRolesFrom'),
  'status',
  'created_at as createdAt',
  'created_by as createdBy',
] as const;

export async function hasStaff(db: Kysely<Database>): Promise<boolean> {
  return (await db.selectFrom('staff').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export async function findStaff(db: Kysely<Database>, handle: string): Promise<StaffRecord | undefined> {
  return await db.selectFrom('staff').select(COLUMNS).where('handle', '=', handle).executeTakeFirst();
}

export async function findHandle(db: Kysely<Database>, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('staff').select('handle').where('id', '=', id).executeTakeFirst();
  return row?.handle;
}

/** By the clock that says when roles hold. */
export async function readStaffClock(db: Kysely<Database>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('A statement without a table always has a row.');
  return row.now;
}

/** Those that nobody has ended: one that has run out is one until somebody looks at it. */
export async function countOpenSessions(db: Kysely<Database>, id: string): Promise<number> {
  const { count } = await db
    .selectFrom('staff_session')
    .select(sql<number>`count(*)::int4`.as('count'))
    .where('staff_id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** All people, by handle. There are tens of them. */
export async function readAllStaff(db: Kysely<Database>): Promise<StaffRecord[]> {
  return await db.selectFrom('staff').select(COLUMNS).orderBy('handle').execute();
}

export async function readFactors(db: Kysely<Database>, id: string): Promise<StaffFactors> {
  return await db
    .selectFrom('staff as s')
    .select([
      sql<boolean>`exists (select from staff_password p where p.staff_id = s.id)`.as('hasPassword'),
      sql<boolean>`exists (select from staff_totp t where t.staff_id = s.id and t.confirmed_at is not null)`.as(
        'hasTotp',
      ),
      sql<number>`(select count(*)::int4 from staff_passkey k where k.staff_id = s.id)`.as('passkeys'),
      sql<number>`(select count(*)::int4 from staff_recovery_code c where c.staff_id = s.id and c.used_at is null)`.as(
        'recoveryCodesLeft',
      ),
    ])
    .where('s.id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Everybody with what they can sign in with and where they are signed in. */
export async function listStaff(db: Kysely<Database>): Promise<ListedStaff[]> {
  const listed: ListedStaff[] = [];
  for (const person of await readAllStaff(db)) {
    listed.push({ ...person, ...(await readFactors(db, person.id)), ...(await readPresence(db, person.id)) });
  }
  return listed;
}

async function readPresence(
  db: Kysely<Database>,
  id: string,
): Promise<Pick<ListedStaff, 'enrolmentUntil' | 'sessions' | 'lastSeenAt'>> {
  return await db
    .selectFrom('staff as s')
    .select([
      sql<Date | null>`(select e.expires_at from staff_enrolment e where e.staff_id = s.id and e.expires_at > now())`.as(
        'enrolmentUntil',
      ),
      sql<number>`(
        select count(*)::int4 from staff_session o
        where o.staff_id = s.id and o.ended_at is null and o.expires_at > now() and not signed_in_before_roles(s, o.created_at)
      )`.as('sessions'),
      sql<Date | null>`(select max(o.last_seen_at) from staff_session o where o.staff_id = s.id)`.as(
        'lastSeenAt',
      ),
    ])
    .where('s.id', '=', id)
    .executeTakeFirstOrThrow();
}
