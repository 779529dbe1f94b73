/** People with what they sign in with and when they were seen, for pages. */
import type pg from 'pg';
import type { Role } from '@vezne/domain/permissions';
import type { RolePlan } from '@vezne/domain/staff-roles';
import type { StaffStatus } from '../../schema/staff.ts';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';
import type { StaffFactors } from './staff.ts';
import type { WaitingChange } from '../requests/waiting-changes.ts';

export interface StaffOverview extends RolePlan {
  id: string;
  handle: string;
  name: string;
  /** Those that hold now. */
  roles: Role[];
  nextRoles: Role[] | null;
  status: StaffStatus;
  createdAt: Date;
  createdBy: string;
  factors: StaffFactors;
  /** Until when their link to enrol works, if they have one. */
  enrolmentUntil: Date | null;
  lastSeenAt: Date | null;
}

/** One statement for all: there are tens of people, with a handful of rows each. */
const ALL_SQL = `
select s.id, s.handle, s.name, staff_roles_at(s, now()) as roles,
  case when s.next_roles_from > now() then s.next_roles end as "nextRoles",
  case when s.next_roles_from > now() then s.next_roles_from end as "nextRolesFrom", s.status, s.created_at as "createdAt", s.created_by as "createdBy",
  json_build_object(
    'hasPassword', exists (select from staff_password p where p.staff_id = s.id),
    'hasTotp', exists (select from staff_totp t where t.staff_id = s.id and t.confirmed_at is not null),
    'passkeys', (select count(*) from staff_passkey k where k.staff_id = s.id),
    'recoveryCodesLeft', (select count(*) from staff_recovery_code c where c.staff_id = s.id and c.used_at is null)
  ) as factors,
  (select e.expires_at from staff_enrolment e where e.staff_id = s.id and e.expires_at > now()) as "enrolmentUntil",
  seen.at as "lastSeenAt"
from staff s
left join (select staff_id, max(last_seen_at) as at from staff_session group by staff_id) as seen on seen.staff_id = s.id
order by s.handle`;

export async function listStaffOverviews(pool: pg.Pool, options: StatementOptions): Promise<StaffOverview[]> {
  return await runRead<StaffOverview>(pool, { text: ALL_SQL, values: [] }, options);
}

/** Somebody who was asked for, and is nobody yet. */
interface InvitedPerson extends WaitingChange {
  name: string;
}

const INVITED_SQL = `
select id as "requestId", action, asked_by as "askedBy", asked_at as "askedAt",
  coalesce(after ->> 'name', after ->> 'handle', '') as name
from second_person_request
where status = 'open' and expires_at > now() and subject_type = 'staff' and action = 'staff.add' order by asked_at, id`;

export async function listInvited(pool: pg.Pool, options: StatementOptions): Promise<InvitedPerson[]> {
  return await runRead<InvitedPerson>(pool, { text: INVITED_SQL, values: [] }, options);
}

/** Payouts in somebody's hands. */
export interface WorkInHand {
  taken: number;
  authorised: number;
}

/** Like db/read/payouts/payouts-in-hand: the words are in the text, so that PostgreSQL uses the index of the queue. */
const IN_HAND_SQL = `
select count(*) filter (where stage = 'taken')::int4 as taken, count(*) filter (where stage = 'authorised')::int4 as authorised
from transaction
where id = any (array(
  select transaction_id from open_transaction
  where type = 'withdrawal' and status = 'waiting_confirmation' and stage in ('taken', 'authorised')
)) and taken_by_id = $1`;

export async function countWorkInHand(
  pool: pg.Pool,
  staffId: string,
  options: StatementOptions,
): Promise<WorkInHand> {
  const [row] = await runRead<WorkInHand>(pool, { text: IN_HAND_SQL, values: [staffId] }, options);
  return row ?? { taken: 0, authorised: 0 };
}
