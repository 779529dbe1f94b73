import type pg from 'pg';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

/** How far the books were found intact. Numbers are text: a JSON number is a float. */
export interface LedgerCheckpoint {
  /** Id, number and balance of the last entry, and what has moved at its bank up to movementId. */
  accounts: readonly (readonly [id: string, entryNo: string, balanceCents: string, movedCents: string])[];
  feeds: readonly (readonly [partnerId: string, feedNo: string])[];
  /** Up to these numbers nothing was open any more. */
  transferId: string;
  movementId: string;
  /** When those numbers were read. */
  readAt: string;
  /** When all of the books were read for the last time. */
  wholeAt: string;
}

export interface StoredCheckpoint {
  id: string;
  takenAt: Date;
  content: LedgerCheckpoint;
  /** Of the content as it is now, and as the audit log says that it was. */
  digest: string;
  notedDigest: string | null;
  /** The seal that covers the note. */
  sealNo: bigint | null;
}

/** PostgreSQL's own text of the JSON, which has its keys in a fixed order. */
export const DIGEST = `encode(sha256(convert_to(content::text, 'UTF8')), 'hex')`;

/** The last ones, newest first. */
export async function listCheckpoints(
  pool: pg.Pool,
  { limit, ...options }: StatementOptions & { limit: number },
): Promise<StoredCheckpoint[]> {
  const text = `
    select c.id, c.taken_at as "takenAt", c.content, ${DIGEST} as digest, noted.details ->> 'digest' as "notedDigest",
      noted.seal_no as "sealNo"
    from (select * from ledger_checkpoint order by id desc limit $1) as c left join lateral (
      select details, seal_no from audit_entry
      where subject_type = 'ledger_checkpoint' and subject_id = c.id::text and action = 'ledger.verify' order by id limit 1
    ) as noted on true
    order by c.id desc`;
  return await runRead<StoredCheckpoint>(pool, { text, values: [limit] }, options);
}

/** By the database's clock; an id has that of a process. */
export const LAST_SOUND_CHECK_SQL = 'select max(taken_at) from ledger_checkpoint';

/** When the books were last found to add up, whichever worker looked. */
export async function readLastSoundCheck(client: pg.ClientBase): Promise<Date | null> {
  const { rows } = await client.query<{ takenAt: Date | null }>(
    `select (${LAST_SOUND_CHECK_SQL}) as "takenAt"`,
  );
  return rows[0]?.takenAt ?? null;
}

/** Numbers that a checkpoint may name, since nothing with a lower one is open. */
export type LedgerMarks = Pick<LedgerCheckpoint, 'transferId' | 'movementId' | 'readAt'>;

/** The same, before every transaction has ended that was writing in the books when they were read. */
export interface OpenMarks extends LedgerMarks {
  /** Transactions that may have a lower number than these, as PostgreSQL names them while they run. */
  writers: string[];
}

/**
 * Who writes in the books: a statement has this lock before it takes a number, and keeps it until others see what it wrote. Other transactions don't
 * count, nor those of other databases, which would hold up the numbers for as long as they like.
 */
const WRITERS_SQL = `
  select virtualtransaction from pg_locks
  where locktype = 'relation' and mode = 'RowExclusiveLock' and granted
    and database = (select oid from pg_database where datname = current_database())
    and relation in ('ledger_transfer'::regclass, 'bank_movement'::regclass)`;

/** The locks are read after the statement has its snapshot, so whoever has a number and is not in it is found, or has ended since. */
export async function readMarks(pool: pg.Pool, options: StatementOptions): Promise<OpenMarks> {
  const text = `
    select (select coalesce(max(id), 0) from ledger_transfer)::text as "transferId",
      (select coalesce(max(id), 0) from bank_movement)::text as "movementId",
      to_json(now()) #>> '{}' as "readAt", array(${WRITERS_SQL}) as writers`;
  const [marks] = await runRead<OpenMarks>(pool, { text }, options);
  if (marks === undefined) throw new Error('The database gave no numbers.');
  return marks;
}

/** Whether every transaction has ended that could have taken a number up to the marks. */
export async function areSettled(
  pool: pg.Pool,
  { writers }: OpenMarks,
  options: StatementOptions,
): Promise<boolean> {
  if (writers.length === 0) return true;
  const text = `select $1::text[] && array(${WRITERS_SQL}) as "isOpen"`;
  const [row] = await runRead<{ isOpen: boolean }>(pool, { text, values: [writers] }, options);
  return row?.isOpen === false;
}
