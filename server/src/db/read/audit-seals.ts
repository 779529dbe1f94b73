import type { Kysely } from 'kysely';
import type { Database } from '../schema.ts';

export interface AuditSeal {
  sealNo: bigint;
  previousHash: Buffer;
  hash: Buffer;
  /** What the hash covers. */
  form: 1 | 2;
  entryCount: bigint;
  sealedAt: Date;
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
    ]);
}

/** The latest seal of the chain. */
export async function findLastSeal(db: Kysely<Database>): Promise<AuditSeal | undefined> {
  return await auditSeals(db).orderBy('seal_no', 'desc').limit(1).executeTakeFirst();
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

/** Reads every seal in the worst case. It is meant for a person who asks about one hash. */
export async function findSealByHash(db: Kysely<Database>, hash: Buffer): Promise<AuditSeal | undefined> {
  return await auditSeals(db).where('hash', '=', hash).limit(1).executeTakeFirst();
}
