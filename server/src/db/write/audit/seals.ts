import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type pg from 'pg';
import type { SealForm } from '../../read/audit/seals.ts';
import type { Database } from '../../schema.ts';
import { runWrite } from '../../statement.ts';
import { takeWorkLock } from '../installation/locks.ts';

/** No other transaction can seal until this one ends. */
export async function lockAuditSeals(trx: Transaction<Database>): Promise<void> {
  await takeWorkLock(trx, 'audit_seals');
}

export interface NewAuditSeal {
  sealNo: bigint;
  previousHash: Buffer;
  hash: Buffer;
  form: SealForm;
  /** As PostgreSQL writes it. */
  sealedAt: string;
  entryIds: readonly bigint[];
}

export async function insertAuditSeal(
  trx: Transaction<Database>,
  { sealNo, previousHash, hash, form, sealedAt, entryIds }: NewAuditSeal,
): Promise<void> {
  await trx
    .insertInto('audit_seal')
    .values({
      seal_no: sealNo,
      previous_hash: previousHash,
      hash,
      form,
      sealed_at: sealedAt,
      entry_count: BigInt(entryIds.length),
    })
    .execute();
  const { numUpdatedRows } = await trx
    .updateTable('audit_entry')
    .set({ seal_no: sealNo })
    .where('id', '=', sql<bigint>`any (${entryIds.map(String)}::int8[])`)
    .executeTakeFirstOrThrow();
  // A seal that covers entries without its number would look forged for ever.
  if (numUpdatedRows !== BigInt(entryIds.length)) {
    throw new Error(
      `Seal ${sealNo} covers ${entryIds.length} audit entries, but ${numUpdatedRows} could be marked.`,
    );
  }
}

/** Longer than a failover takes. */
const REPLICATED_WITHIN_MS = 30_000;

/**
 * Returns when a commit has waited for the standby without interruption. Every earlier commit is replicated then too. A
 * head that is published sooner could be lost in a failover, and the chain would look forged for ever.
 */
export async function untilSealsAreReplicated(pool: pg.Pool): Promise<void> {
  const text = `select pg_logical_emit_message(true, 'vezne', 'audit seals')`;
  await runWrite(pool, { text }, { timeoutMs: REPLICATED_WITHIN_MS });
}
