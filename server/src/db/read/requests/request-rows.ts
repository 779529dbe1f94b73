import type pg from 'pg';
import type { PersonKind } from '@vezne/domain/actor';
import type { RequestStatus } from '@vezne/domain/four-eyes-request';
import type { Role } from '@vezne/domain/permissions';
import { runConfirmedReads, runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';
import { isUuid } from '../../uuid.ts';
import type { AskedRequest } from './four-eyes-requests.ts';

/** A request as people look at it, with the names of whom and what it is about. */
export interface RequestRecord extends AskedRequest {
  subjectType: string | null;
  subjectId: string | null;
  reasons: string[];
  askedByKind: PersonKind | null;
  askedByName: string | null;
  /** As they are now; null: the asker is not one of the staff, or is disabled. */
  askerRoles: readonly Role[] | null;
  areStaff: boolean;
  askedAt: Date;
  expiresAt: Date;
  isExpired: boolean;
  status: RequestStatus;
  decidedById: string | null;
  decidedBy: string | null;
  decidedByName: string | null;
  decidedAt: Date | null;
  decisionNote: string | null;
  /** Of a transaction the player; of anything else its own name. null: it is new, or has none. */
  subjectName: string | null;
  /** Of a transaction, or of an address that webhooks go to. */
  partnerName: string | null;
  partnerId: string | null;
  referenceCode: string | null;
  /** What a second person should know of an account or a person, as it is now. */
  subjectNow: Readonly<Record<string, unknown>> | null;
}

const RECORD_COLUMNS = `
  r.id, r.action, r.before, r.after, r.details, r.fingerprint, r.note, r.asked_by as "askedBy", r.asked_by_id as "askedById",
  r.subject_type as "subjectType", r.subject_id as "subjectId", r.reasons, r.asked_by_kind as "askedByKind",
  asker.name as "askedByName", case asker.status when 'active' then staff_roles_at(asker, now()) end as "askerRoles",
  exists (select from staff) as "areStaff", r.asked_at as "askedAt", r.expires_at as "expiresAt", r.expires_at <= now() as "isExpired",
  r.status, r.decided_by_id as "decidedById", r.decided_by as "decidedBy", decider.name as "decidedByName",
  r.decided_at as "decidedAt", r.decision_note as "decisionNote",
  coalesce(t.customer_full_name, p.name, b.bank_name || ' •• ' || right(b.iban, 4), s.name, w.url) as "subjectName",
  coalesce(tp.name, wp.name) as "partnerName", coalesce(tp.id, wp.id) as "partnerId", t.reference_code as "referenceCode",
  case r.subject_type
    when 'bank_account' then jsonb_build_object('holderName', b.holder_name, 'iban', b.iban)
    when 'staff' then jsonb_build_object('handle', s.handle, 'roles', staff_roles_at(s, now()))
  end as "subjectNow"`;

/** Each kind of subject is looked up by its own key. */
const OF_KIND = (kind: string): string => `case r.subject_type when '${kind}' then r.subject_id end`;
/** An address that is not there yet: its partner, if it was asked for by id. */
const NEW_ENDPOINT_OF = `case when r.action = 'webhook.add' and r.details ->> 'partner' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    then r.details ->> 'partner' end`;
const RECORDS = `
  second_person_request r
  left join staff asker on asker.id::text = r.asked_by_id
  left join staff decider on decider.id::text = r.decided_by_id
  left join transaction t on t.id = (${OF_KIND('transaction')})::uuid
  left join partner tp on tp.id = t.partner_id
  left join partner p on p.id = (${OF_KIND('partner')})::uuid
  left join bank_account b on b.id = (${OF_KIND('bank_account')})::uuid
  left join staff s on s.id = (${OF_KIND('staff')})::uuid
  left join webhook_endpoint w on w.id = (${OF_KIND('webhook_endpoint')})::uuid
  left join partner wp on wp.id = coalesce(w.partner_id, (${NEW_ENDPOINT_OF})::uuid)`;

/** More than anybody looks through: whoever asks that much is looked into otherwise. */
const MOST_OPEN = 500;

/** Those that expire first come first. What is over, and only not ended yet, waits for nobody. */
const OPEN_SQL = `
select ${RECORD_COLUMNS} from ${RECORDS}
where r.status = 'open' and r.expires_at > now() order by r.expires_at, r.id limit ${MOST_OPEN}`;

export async function findOpenRequestRecords(
  pool: pg.Pool,
  options: StatementOptions,
): Promise<RequestRecord[]> {
  return await runRead<RequestRecord>(pool, { text: OPEN_SQL }, options);
}

/** By time: a browser may have given an id, and those are in no order. */
export const ENDED_SQL = `
select ${RECORD_COLUMNS} from ${RECORDS}
where r.status <> 'open' or r.expires_at <= now() order by r.asked_at desc, r.id desc limit $1`;

/** The latest that have ended, the newest first. */
export async function findEndedRequestRecords(
  pool: pg.Pool,
  limit: number,
  options: StatementOptions,
): Promise<RequestRecord[]> {
  return await runRead<RequestRecord>(pool, { text: ENDED_SQL, values: [limit] }, options);
}

const ONE_SQL = `select ${RECORD_COLUMNS} from ${RECORDS} where r.id = $1`;

export async function findRequestRecord(
  pool: pg.Pool,
  id: string,
  options: StatementOptions,
): Promise<RequestRecord | undefined> {
  if (!isUuid(id)) return undefined;
  const [record] = await runRead<RequestRecord>(pool, { text: ONE_SQL, values: [id] }, options);
  return record;
}

/** One whose end is told to whoever ended it before: with a commit behind it. */
export async function findConfirmedRequestRecord(
  pool: pg.Pool,
  id: string,
  options: StatementOptions,
): Promise<RequestRecord | undefined> {
  if (!isUuid(id)) return undefined;
  const [record] = await runConfirmedReads(
    pool,
    options,
    async (read) => await read<RequestRecord>({ text: ONE_SQL, values: [id] }),
    ({ length }) => length > 0,
  );
  return record;
}

const NAMES_SQL = `
select id::text as id, name from partner union all select id::text, bank_name || ' •• ' || right(iban, 4) from bank_account`;

/** What partners and our accounts are called, by their ids; there are few of each. */
export async function findSubjectNames(
  pool: pg.Pool,
  options: StatementOptions,
): Promise<ReadonlyMap<string, string>> {
  const rows = await runRead<{ id: string; name: string }>(pool, { text: NAMES_SQL }, options);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
