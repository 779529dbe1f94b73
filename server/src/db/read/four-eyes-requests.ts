import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Database, SecondPersonRequestTable } from '../schema.ts';
import { runRead } from '../statement.ts';
import type { StatementOptions } from '../statement.ts';
import { isUuid } from '../uuid.ts';

export interface FourEyesRequest {
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

/** What waits for a second person, the oldest first. */
export async function listOpenRequests(db: Kysely<Database>): Promise<FourEyesRequest[]> {
  return await db
    .selectFrom('second_person_request')
    .select(COLUMNS)
    .where('status', '=', 'open')
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

/** What was asked for, which never changes. */
export type AskedRequest = Pick<FourEyesRequest, 'action' | 'details' | 'note' | 'askedBy'>;

const ASKED_SQL = `
select action, details, note, asked_by as "askedBy" from second_person_request where id = $1`;

export async function findAskedRequest(
  pool: pg.Pool,
  id: string,
  options: StatementOptions,
): Promise<AskedRequest | undefined> {
  if (!isUuid(id)) return undefined;
  const [asked] = await runRead<AskedRequest>(pool, { text: ASKED_SQL, values: [id] }, options);
  return asked;
}
