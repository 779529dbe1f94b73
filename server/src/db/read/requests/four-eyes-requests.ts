import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { RequestStatus } from '@vezne/domain/four-eyes-request';
import type { Database } from '../../schema.ts';
import { runConfirmedReads, runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';
import { isUuid } from '../../uuid.ts';

export interface FourEyesRequest {
  id: string;
  action: string;
  subjectType: string | null;
  subjectId: string | null;
  before: unknown;
  after: unknown;
  details: unknown;
  reasons: string[];
  note: string | null;
  askedBy: string;
  askedAt: Date;
  expiresAt: Date;
  status: RequestStatus;
  decidedBy: string | null;
  decidedAt: Date | null;
  decisionNote: string | null;
}

const COLUMNS = [
  'id',
  'action',
  'subject_type as subjectType',
  'subject_id as subjectId',
  'before',
  'after',
  'details',
  'reasons',
  'note',
  'asked_by as askedBy',
  'asked_at as askedAt',
  'expires_at as expiresAt',
  'status',
  'decided_by as decidedBy',
  'decided_at as decidedAt',
  'decision_note as decisionNote',
] as const;

/** What waits for a second person, the oldest first. */
export async function listOpenRequests(db: Kysely<Database>): Promise<FourEyesRequest[]> {
  return await db
    .selectFrom('second_person_request')
    .select(COLUMNS)
    .where('status', '=', 'open')
    .orderBy('asked_at')
    .orderBy('id')
    .execute();
}

export async function findFourEyesRequest(
  db: Kysely<Database>,
  id: string,
): Promise<FourEyesRequest | undefined> {
  if (!isUuid(id)) return undefined;
  return await db.selectFrom('second_person_request').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** The open request about a transaction, if there is one. */
export async function findOpenRequestOf(
  db: Kysely<Database>,
  transactionId: string,
): Promise<FourEyesRequest | undefined> {
  return await db
    .selectFrom('second_person_request')
    .select(COLUMNS)
    .where('subject_type', '=', 'transaction')
    .where('subject_id', '=', transactionId)
    .where('status', '=', 'open')
    .executeTakeFirst();
}

/** What was asked for, which never changes. */
export interface AskedRequest {
  id: string;
  action: string;
  before: unknown;
  after: unknown;
  details: unknown;
  fingerprint: string | null;
  note: string | null;
  askedBy: string;
  askedById: string | null;
}

const ASKED_SQL = `
select id, action, before, after, details, fingerprint, note, asked_by as "askedBy", asked_by_id as "askedById"
from second_person_request where id = $1`;

export async function findAskedRequest(
  pool: pg.Pool,
  id: string,
  options: StatementOptions,
): Promise<AskedRequest | undefined> {
  if (!isUuid(id)) return undefined;
  const [asked] = await runRead<AskedRequest>(pool, { text: ASKED_SQL, values: [id] }, options);
  return asked;
}

/** One that the same press asked for before, and that is told as asked: with a commit behind it. */
export async function findRepeatedRequest(
  pool: pg.Pool,
  id: string,
  options: StatementOptions,
): Promise<AskedRequest | undefined> {
  if (!isUuid(id)) return undefined;
  const [asked] = await runConfirmedReads(
    pool,
    options,
    async (read) => await read<AskedRequest>({ text: ASKED_SQL, values: [id] }),
    ({ length }) => length > 0,
  );
  return asked;
}

/** A request with the id of a press: what it said, and what was asked for. */
export async function findAskedByPress(
  db: Kysely<Database>,
  id: string,
): Promise<
  | {
      id: string;
      action: string;
      askedById: string | null;
      note: string | null;
      details: unknown;
      change: { before: Record<string, unknown>; after: Record<string, unknown> };
    }
  | undefined
> {
  const found = await db
    .selectFrom('second_person_request')
    .select(['id', 'action', 'asked_by_id as askedById', 'note', 'details', 'before', 'after'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const { before, after, ...asked } = found;
  const values = (stored: unknown) => (stored ?? {}) as Record<string, unknown>;
  return { ...asked, change: { before: values(before), after: values(after) } };
}
