import type pg from 'pg';
import type { Person } from '@vezne/domain/actor';
import type { AuditAction } from '@vezne/domain/audit-actions';
import { runWrite } from '../statement.ts';
import type { StatementOptions } from '../statement.ts';
import type { SecondPersonRequestTable } from '../schema.ts';

export interface NewFourEyesRequest {
  id: string;
  action: SecondPersonRequestTable['action'];
  details: Readonly<Record<string, unknown>>;
  note: string;
  actor: Person;
}

const ASK_ACTION: AuditAction = 'request.ask';

const ASK_SQL = `
with asked as (
  insert into second_person_request (id, action, details, note, asked_by) values ($1, $2, $3::jsonb, $4, $5)
  on conflict (id) do nothing
  returning id
)
insert into audit_entry (actor_kind, actor_id, actor, action, subject_type, subject_id, details)
select $6, $7, $5, '${ASK_ACTION}', 'second_person_request', id::text, $3::jsonb || jsonb_build_object('action', $2::text)
from asked`;

/** Stores a request that waits for a second person. The same id again is the same request. */
export async function insertFourEyesRequest(
  pool: pg.Pool,
  { id, action, details, note, actor }: NewFourEyesRequest,
  options: StatementOptions,
): Promise<void> {
  const values = [id, action, JSON.stringify(details), note, actor.name, actor.kind, actor.id];
  await runWrite(pool, { text: ASK_SQL, values }, options);
}

/** How a request ends. The person who confirms must not be the person who asked; anyone may withdraw it. */
export type RequestEnd = 'confirmed' | 'withdrawn';

const END_ACTIONS: Readonly<Record<RequestEnd, AuditAction>> = {
  confirmed: 'request.confirm',
  withdrawn: 'request.withdraw',
};

const LOCK_SQL = `
select status, asked_by as "askedBy" from second_person_request where id = $1 for no key update`;

const END_SQL = `
with ended as (
  update second_person_request set status = $2, decided_by = $3, decided_at = now() where id = $1 returning id, details
)
insert into audit_entry (actor_kind, actor_id, actor, action, subject_type, subject_id, details)
select $4, $5, $3, $6, 'second_person_request', id::text, details
from ended`;

export interface LockedRequest {
  status: 'open' | RequestEnd;
  askedBy: string;
}

/** Locks a request. If two people decide on it at once, the second finds it already decided. */
export async function lockFourEyesRequest(
  client: pg.ClientBase,
  id: string,
): Promise<LockedRequest | undefined> {
  return (await client.query<LockedRequest>(LOCK_SQL, [id])).rows[0];
}

export async function endFourEyesRequest(
  client: pg.ClientBase,
  { id, end, actor }: { id: string; end: RequestEnd; actor: Person },
): Promise<void> {
  await client.query(END_SQL, [id, end, actor.name, actor.kind, actor.id, END_ACTIONS[end]]);
}
