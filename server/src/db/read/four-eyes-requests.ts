import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Database, SecondPersonRequestTable } from '../schema.ts';
import { runRead } from '../statement.ts';
import type { StatementOptions } from '../statement.ts';
import { isUuid } from '../uuid.ts';

export interface SecondPersonRequest {
  id: string;
  action: SecondPersonRequestTable['action'];
  details: unknown;
  note: string;
  askedBy: string;
  askedAt: Date;
  status: 'open' | 'confirmed' | 'withdrawn';
  decidedBy: string | null;
  decidedAt: Date | null;
}

const COLUMNS = [
  'id',
  'action',
  'details',
  'note',
  'asked_by as askedBy',
  'asked_at as askedAt',
  'status',
  'decided_by as decidedBy',
  'decided_at as decidedAt',
] as const;

/** Requests that wait for a second person, oldest first. */
export async function listOpenRequests(db: Kysely<Database>): Promise<SecondPersonRequest[]> {
  return await db
    .selectFrom('second_person_request')
    .select(COLUMNS)
    .where('status', '=', 'open')
    .orderBy('id')
    .execute();
}

export async function findSecondPersonRequest(
  db: Kysely<Database>,
  id: string,
): Promise<SecondPersonRequest | undefined> {
  if (!isUuid(id)) return undefined;
  return await db.selectFrom('second_person_request').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** What was requested. It never changes. */
export type RequestedAction = Pick<SecondPersonRequest, 'action' | 'details' | 'note' | 'askedBy'>;

const REQUESTED_ACTION_SQL = `
select action, details, note, asked_by as "askedBy" from second_person_request where id = $1`;

export async function findRequestedAction(
  pool: pg.Pool,
  id: string,
  options: StatementOptions,
): Promise<RequestedAction | undefined> {
  if (!isUuid(id)) return undefined;
  const [requested] = await runRead<RequestedAction>(
    pool,
    { text: REQUESTED_ACTION_SQL, values: [id] },
    options,
  );
  return requested;
}
