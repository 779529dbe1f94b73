import { CompiledQuery } from 'kysely';
import type { Transaction } from 'kysely';
import type pg from 'pg';
import { sessionDetails } from '@vezne/domain/actor';
import type { Actor, Person, PersonKind } from '@vezne/domain/actor';
import type { AuditAction } from '@vezne/domain/audit-actions';
import type { RequestStatus } from '@vezne/domain/four-eyes-request';
import type { Role } from '@vezne/domain/permissions';
import type { TransactionState } from '@vezne/domain/transaction-state';
import { fingerprintSql } from '../../fingerprint.ts';
import { NAMED_IN_BULK } from '../../read/requests/requests-about.ts';
import { runWrite } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';
import type { Database } from '../../schema.ts';

export interface NewFourEyesRequest {
  id: string;
  /** What is done when it is confirmed. */
  action: string;
  subject: { type: string; id: string };
  /** For people to read. */
  before: Readonly<Record<string, unknown>>;
  after: Readonly<Record<string, unknown>>;
  /** For the program to do it: everything that was asked, with amounts as strings. */
  details: Readonly<Record<string, unknown>>;
  /** Of the subject, as it is now. */
  fingerprint: string;
  /** Why it takes two. */
  reasons: readonly string[];
  note: string | null;
  lifetimeSeconds: number;
  actor: Person;
}

const ASK_ACTION: AuditAction = 'request.ask';

/** The request and its audit entry, as CTEs; `standing` says of what they depend. */
function askedSql(standing: string): string {
  return `
asked as (
  insert into second_person_request (id, action, subject_type, subject_id, before, after, details, fingerprint, reasons, note,
    expires_at, asked_by_kind, asked_by_id, asked_by)
  select $1::uuid, $2::text, $3::text, $4::text, $5::jsonb, $6::jsonb, $7::jsonb, $8::text, $9::text[], $10::text,
    now() + make_interval(secs => $11), $12::text, $13::text, $14::text ${standing}
  on conflict (id) do nothing
  returning id, action, subject_type, subject_id, before, after, reasons
), audited as (
  insert into audit_entry (actor_kind, actor_id, actor, action, subject_type, subject_id, details)
  select $12::text, $13::text, $14::text, '${ASK_ACTION}', 'second_person_request', id::text, jsonb_build_object(
    'action', action, 'subjectType', subject_type, 'subjectId', subject_id, 'before', before, 'after', after,
    'reasons', to_jsonb(reasons)) || $15::jsonb
  from asked
)`;
}

const ASK_SQL = `with ${askedSql('')} select`;

/** Whoever moves the transaction on ends what is asked about it: so nothing is asked about one that has just been moved on. */
const ASK_ABOUT_SQL = `
with standing as materialized (
  select t.id from transaction t
  where t.id = ($4::text)::uuid and t.status = $16 and t.stage is not distinct from $17
    and $8::text = ${fingerprintSql('t', { isLocked: true })}
  for no key update
), ${askedSql('from standing')}
select exists (select from standing) as "isStanding"`;

function askValues(request: NewFourEyesRequest): unknown[] {
  const { subject, actor } = request;
  return [
    request.id,
    request.action,
    subject.type,
    subject.id,
    JSON.stringify(request.before),
    JSON.stringify(request.after),
    JSON.stringify(request.details),
    request.fingerprint,
    request.reasons,
    request.note,
    request.lifetimeSeconds,
    actor.kind,
    actor.id,
    actor.name,
    JSON.stringify(sessionDetails(actor)),
  ];
}

/** The constraint that allows one open request for a transaction. */
export const ONE_OPEN_REQUEST = 'second_person_request_one_open';

/** Stores a request that waits for a second person. The same id again is the same request. */
export async function insertFourEyesRequest(
  pool: pg.Pool,
  request: NewFourEyesRequest,
  options: StatementOptions,
): Promise<void> {
  await runWrite(pool, { text: ASK_SQL, values: askValues(request) }, options);
}

/** The same about a transaction in this state. False: it is another, or has changed, and nothing was asked. */
export async function insertRequestAbout(
  pool: pg.Pool,
  request: NewFourEyesRequest,
  { status, stage }: TransactionState,
  options: StatementOptions,
): Promise<boolean> {
  const query = { text: ASK_ABOUT_SQL, values: [...askValues(request), status, stage] };
  const [row] = await runWrite<{ isStanding: boolean }>(pool, query, options);
  return row?.isStanding ?? false;
}

/** The same within a transaction. */
export async function insertFourEyesRequestWithin(
  trx: Transaction<Database>,
  request: NewFourEyesRequest,
): Promise<void> {
  await trx.executeQuery(CompiledQuery.raw(ASK_SQL, askValues(request)));
}

/** How people end a request. */
export type RequestEnd = 'confirmed' | 'declined' | 'withdrawn';

const END_ACTIONS: Readonly<Record<RequestEnd, AuditAction>> = {
  confirmed: 'request.confirm',
  declined: 'request.decline',
  withdrawn: 'request.withdraw',
};

/** Like whoever decides on it, and in the same order: a decision ends the request about what it moves. */
const LOCK_SUBJECT_SQL = `
select from transaction where id = (
    select subject_id::uuid from second_person_request where id = $1 and subject_type = 'transaction' and status = 'open'
  ) for no key update`;

const LOCK_SQL = `
select status, expires_at <= now() as "isExpired", action, asked_by as "askedBy", asked_by_id as "askedById",
  asked_by_kind as "askedByKind", exists (select from staff) as "areStaff",
  (select staff_roles_at(p, now()) from staff p where p.id::text = asked_by_id and p.status = 'active') as "askerRoles",
  case subject_type
    when 'transaction' then array[subject_id]
    when 'deposits' then array(${NAMED_IN_BULK})
    else '{}' end as "transactionIds"
from second_person_request where id = $1 for no key update`;

export interface LockedRequest {
  status: RequestStatus;
  /** Its time is over, and only the job that ends it has not come by yet. */
  isExpired: boolean;
  action: string;
  askedBy: string;
  /** null: it was asked by a version that kept names only. */
  askedById: string | null;
  /** null: likewise. */
  askedByKind: PersonKind | null;
  areStaff: boolean;
  /** As they are now; null: the asker is not one of the staff, or is disabled. */
  askerRoles: readonly Role[] | null;
  /** The transactions that it is about: one, those of a bulk, or none. */
  transactionIds: string[];
}

/** Locks a request, and first the transaction that it is about. If two people decide on it at once, the second finds it already decided. */
export async function lockFourEyesRequest(
  client: pg.ClientBase,
  id: string,
): Promise<LockedRequest | undefined> {
  await client.query(LOCK_SUBJECT_SQL, [id]);
  return (await client.query<LockedRequest>(LOCK_SQL, [id])).rows[0];
}

const END_SQL = `
with ended as (
  update second_person_request
  set status = $2, decided_by_kind = $3, decided_by_id = $4, decided_by = $5, decided_at = now(), decision_note = $6
  where id = $1 returning id, action, subject_type, subject_id
)
insert into audit_entry (actor_kind, actor_id, actor, action, subject_type, subject_id, details)
select $3, $4, $5, $7, 'second_person_request', id::text, jsonb_strip_nulls(jsonb_build_object(
  'action', action, 'subjectType', subject_type, 'subjectId', subject_id, 'reason', $6::text)) || $8::jsonb
from ended`;

export async function endFourEyesRequest(
  client: pg.ClientBase,
  { id, end, actor, note = null }: { id: string; end: RequestEnd; actor: Person; note?: string | null },
): Promise<void> {
  const details = JSON.stringify(sessionDetails(actor));
  await client.query(END_SQL, [id, end, actor.kind, actor.id, actor.name, note, END_ACTIONS[end], details]);
}

const EXPIRE_SQL = `
update second_person_request
set status = 'expired', decided_by_kind = $1, decided_by = $2, decided_at = now()
where id = any (array(
    select id from second_person_request where status = 'open' and expires_at <= now() order by id for no key update skip locked
  )) returning id`;

/** Ends every request whose time is over, but for those that somebody is ending at this moment. Returns how many. */
export async function expireFourEyesRequests(
  pool: pg.Pool,
  actor: Actor<'system'>,
  options: StatementOptions,
): Promise<number> {
  return (await runWrite(pool, { text: EXPIRE_SQL, values: [actor.kind, actor.name] }, options)).length;
}
