import type pg from 'pg';
import { isSamePerson } from '@vezne/domain/authority';
import { runWrite } from '../statement.ts';
import type { StatementOptions } from '../statement.ts';
import type { SecondPersonRequestTable } from '../schema.ts';

type FourEyesAction = SecondPersonRequestTable['action'];

interface Author {
  actorKind: 'staff' | 'command_line';
  actor: string;
}

export interface NewFourEyesRequest {
  id: string;
  action: FourEyesAction;
  details: Readonly<Record<string, unknown>>;
  note: string;
  author: Author;
}

const ASK_SQL = `
with asked as (
  insert into second_person_request (id, action, details, note, asked_by) values ($1, $2, $3::jsonb, $4, $5)
  on conflict (id) do nothing
  returning id
)
insert into audit_entry (actor_kind, actor, action, subject_type, subject_id, details)
select $6, $5, 'second_person.ask', 'second_person_request', id::text, $3::jsonb || jsonb_build_object('action', $2::text)
from asked`;

/** Writes down what waits for a second person; the same id again is the same request. */
export async function insertFourEyesRequest(
  pool: pg.Pool,
  { id, action, details, note, author }: NewFourEyesRequest,
  options: StatementOptions,
): Promise<void> {
  const values = [id, action, JSON.stringify(details), note, author.actor, author.actorKind];
  await runWrite(pool, { text: ASK_SQL, values }, options);
}

/** How a request ends. Whoever confirms is another person than the one who asked; who withdraws may be anyone. */
export type RequestEnd = 'confirmed' | 'withdrawn';

const LOCK_SQL = `
select status, asked_by as "askedBy" from second_person_request where id = $1 for no key update`;

const END_SQL = `
with ended as (
  update second_person_request set status = $2, decided_by = $3, decided_at = now() where id = $1 returning id, details
)
insert into audit_entry (actor_kind, actor, action, subject_type, subject_id, details)
select $4, $3, case $2 when 'confirmed' then 'second_person.confirm' else 'second_person.withdraw' end,
  'second_person_request', id::text, details
from ended`;

interface LockedRequest {
  status: 'open' | RequestEnd;
  askedBy: string;
}

/** Locks a request, so that of two people who decide on it at once the second finds it decided. */
export async function lockFourEyesRequest(
  client: pg.ClientBase,
  id: string,
): Promise<LockedRequest | undefined> {
  return (await client.query<LockedRequest>(LOCK_SQL, [id])).rows[0];
}

export async function endFourEyesRequest(
  client: pg.ClientBase,
  id: string,
  { end, author }: { end: RequestEnd; author: Author },
): Promise<void> {
  await client.query(END_SQL, [id, end, author.actor, author.actorKind]);
}

/** Nobody confirms a wish of their own. The table refuses it as well. */
export function isOwnRequest({ askedBy }: Pick<LockedRequest, 'askedBy'>, actor: string): boolean {
  return isSamePerson(askedBy, actor);
}
