import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../../schema.ts';

/** 1: everything of an entry but its actor's id. 2: all of it. 3: the seal's own number, time, form and count too. */
export type SealForm = 1 | 2 | 3;

export interface AuditSeal {
  sealNo: bigint;
  previousHash: Buffer;
  hash: Buffer;
  /** What the hash covers. */
  form: SealForm;
  entryCount: bigint;
  sealedAt: Date;
  /** The same since 1970, as exact as PostgreSQL stores it. */
  sealedAtMicroseconds: string;
}

function auditSeals(db: Kysely<Database>) {
  return db
    .selectFrom('audit_seal')
    .select([
      'seal_no as sealNo',
      'previous_hash as previousHash',
      'hash',
      'form',
      'entry_count as entryCount',
      'sealed_at as sealedAt',
      sql<string>`(extract(epoch from sealed_at) * 1000000)::int8::text`.as('sealedAtMicroseconds'),
    ]);
}

/** The latest seal of the chain. */
export async function findLastSeal(db: Kysely<Database>): Promise<AuditSeal | undefined> {
  return await auditSeals(db).orderBy('seal_no', 'desc').limit(1).executeTakeFirst();
}

/** The time for a new seal: now, and never before the last one, even if the server's clock was set back. */
export async function readSealingTime(
  db: Kysely<Database>,
): Promise<{ sealedAt: string; sealedAtMicroseconds: string }> {
  const { rows } = await sql<{ sealedAt: string; sealedAtMicroseconds: string }>`
    select time::text as "sealedAt", (extract(epoch from time) * 1000000)::int8::text as "sealedAtMicroseconds"
    from greatest(clock_timestamp(), (select sealed_at from audit_seal order by seal_no desc limit 1)) as time`.execute(
    db,
  );
  const [time] = rows;
  if (time === undefined) throw new Error('The database gave no time.');
  return time;
}

/** The seals after the given one, oldest first; without one, from the very first row. */
export async function listSealsAfter(
  db: Kysely<Database>,
  { sealNo, limit }: { sealNo: bigint | null; limit: number },
): Promise<AuditSeal[]> {
  const all = auditSeals(db).orderBy('seal_no').limit(limit);
  return await (sealNo === null ? all : all.where('seal_no', '>', sealNo)).execute();
}

export async function findSeal(db: Kysely<Database>, sealNo: bigint): Promise<AuditSeal | undefined> {
  return await auditSeals(db).where('seal_no', '=', sealNo).executeTakeFirst();
}

/** The hashes of many seals, by their numbers. */
export async function findSealHashes(
  db: Kysely<Database>,
  sealNos: readonly bigint[],
): Promise<Map<bigint, Buffer>> {
  const rows = await db
    .selectFrom('audit_seal')
    .select(['seal_no as sealNo', 'hash'])
    .where('seal_no', '=', sql<bigint>`any (${sealNos.map(String)}::int8[])`)
    .execute();
  return new Map(rows.map(({ sealNo, hash }) => [sealNo, hash]));
}

/** Reads every seal in the worst case. It is meant for a person who asks about one hash. */
export async function findSealByHash(db: Kysely<Database>, hash: Buffer): Promise<AuditSeal | undefined> {
  return await auditSeals(db).where('hash', '=', hash).limit(1).executeTakeFirst();
}
