import { sql } from 'kysely';
import type { Kysely, Selectable } from 'kysely';
import type { AuditEntryTable } from '../../schema/oversight.ts';
import type { Database } from '../../schema.ts';

/** An audit entry in the form that is sealed. Nothing in it depends on how JavaScript writes a number or a date. */
export interface SealableEntry extends Pick<Selectable<AuditEntryTable>, 'id' | 'action' | 'actor'> {
  /** Microseconds since 1970, as PostgreSQL stores them. */
  atMicroseconds: string;
  actorKind: string;
  actorId: string | null;
  subjectType: string;
  subjectId: string;
  /** PostgreSQL's own text of the JSON, with keys in a fixed order. */
  detailsText: string;
}

function sealableEntries(db: Kysely<Database>) {
  return db
    .selectFrom('audit_entry')
    .select([
      'id',
      sql<string>`(extract(epoch from at) * 1000000)::int8::text`.as('atMicroseconds'),
      'actor_kind as actorKind',
      'actor_id as actorId',
      'actor',
      'action',
      'subject_type as subjectType',
      'subject_id as subjectId',
      sql<string>`details::text`.as('detailsText'),
    ])
    .orderBy('id');
}

/** The oldest entries that no seal contains yet. */
export async function listUnsealedEntries(db: Kysely<Database>, limit: number): Promise<SealableEntry[]> {
  return await sealableEntries(db).where('seal_no', 'is', null).limit(limit).execute();
}

/** Some of a seal's entries, in the order in which they were sealed. */
export async function listEntriesOfSeal(
  db: Kysely<Database>,
  { sealNo, afterId, limit }: { sealNo: bigint; afterId: bigint | null; limit: number },
): Promise<SealableEntry[]> {
  const all = sealableEntries(db).where('seal_no', '=', sealNo);
  return await (afterId === null ? all : all.where('id', '>', afterId)).limit(limit).execute();
}

export interface UnsealedEntries {
  count: bigint;
  /** When the oldest of them was written, and how long ago that is by the database's clock. */
  oldestAt: Date | null;
  oldestAgeMs: number;
}

export async function readUnsealedEntries(db: Kysely<Database>): Promise<UnsealedEntries> {
  return await db
    .selectFrom('audit_entry')
    .where('seal_no', 'is', null)
    .select((eb) => [
      eb.fn.countAll<bigint>().as('count'),
      eb.fn.min('at').as('oldestAt'),
      sql<number>`coalesce(extract(epoch from clock_timestamp() - min(at)) * 1000, 0)::float8`.as(
        'oldestAgeMs',
      ),
    ])
    .executeTakeFirstOrThrow();
}

/** Numbers that no entry has, although a later one has been given out. */
export async function countMissingNumbers(db: Kysely<Database>): Promise<bigint> {
  const { missing } = await db
    .selectFrom('audit_entry')
    .select(sql<bigint>`coalesce(max(id), 0) - count(*)`.as('missing'))
    .executeTakeFirstOrThrow();
  return missing;
}

/** A seal number that some entry names although no such seal exists. Only the database's owner could cause this. */
export async function findUnknownSealNo(db: Kysely<Database>): Promise<bigint | undefined> {
  const row = await db
    .selectFrom('audit_entry')
    .leftJoin('audit_seal', 'audit_seal.seal_no', 'audit_entry.seal_no')
    .where('audit_entry.seal_no', 'is not', null)
    .where('audit_seal.seal_no', 'is', null)
    .select('audit_entry.seal_no as sealNo')
    .orderBy('audit_entry.seal_no')
    .limit(1)
    .executeTakeFirst();
  return row?.sealNo ?? undefined;
}
