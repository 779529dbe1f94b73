import type { Kysely } from 'kysely';
import { findSeal } from '../../db/read/audit/seals.ts';
import type { AuditSeal } from '../../db/read/audit/seals.ts';
import { listEntriesOfSeal } from '../../db/read/audit/sealable-entries.ts';
import type { SealableEntry } from '../../db/read/audit/sealable-entries.ts';
import type { Database } from '../../db/schema.ts';
import { createSealHash } from './seal-hash.ts';

/** How many entries are in memory at a time. */
const PAGE = 1_000;

/** The hash that a seal would have over the entries which name it now. */
export async function hashOfSeal(
  db: Kysely<Database>,
  seal: AuditSeal,
  onEntry: (entry: SealableEntry) => void = () => undefined,
): Promise<{ hash: Buffer; count: bigint }> {
  const { sealNo } = seal;
  const sealHash = createSealHash(seal);
  let count = 0n;
  let afterId: bigint | null = null;
  for (;;) {
    const entries = await listEntriesOfSeal(db, { sealNo, afterId, limit: PAGE });
    sealHash.add(entries);
    for (const entry of entries) onEntry(entry);
    count += BigInt(entries.length);
    afterId = entries.at(-1)?.id ?? null;
    if (entries.length < PAGE) return { hash: sealHash.digest(), count };
  }
}

/**
 * Whether a seal still covers its entries as they were. Somebody with all rights could have made the seal anew, and all after it: that
 * takes `vezne audit verify` and a published head to see.
 */
export async function isSealIntact(db: Kysely<Database>, sealNo: bigint): Promise<boolean> {
  const seal = await findSeal(db, sealNo);
  if (seal === undefined) return false;
  const { hash, count } = await hashOfSeal(db, seal);
  return count === seal.entryCount && hash.equals(seal.hash);
}
