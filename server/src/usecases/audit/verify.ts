import type { Kysely } from 'kysely';
import { findLastSeal, listSealsAfter } from '../../db/read/audit-seals.ts';
import type { AuditSeal } from '../../db/read/audit-seals.ts';
import {
  countUnsealedEntries,
  findUnknownSealNo,
  listEntriesOfSeal,
} from '../../db/read/sealable-entries.ts';
import type { Database } from '../../db/schema.ts';
import { NO_HASH, createSealHash } from './seal-hash.ts';

/** How many are in memory at a time: one page of seals and one page of a seal's entries. */
const PAGE = 1_000;

/** The seal that is broken, and why. */
export type BrokenSeal = { sealNo: bigint } & (
  | { kind: 'seal_missing' | 'chain_broken' | 'entry_changed' }
  /** The seal has more or fewer entries now than when it was made. */
  | { kind: 'entry_removed' | 'entry_added'; sealedCount: bigint; foundCount: bigint }
);

export interface Verification {
  /** What was intact, up to the first broken seal. */
  seals: bigint;
  entries: bigint;
  head: { sealNo: bigint; hash: string } | null;
  /** Entries that the next seal will cover. Nothing protects them yet. */
  unsealedEntries: bigint;
  /** The first broken seal. */
  broken: BrokenSeal | null;
}

/**
 * Recomputes the whole chain, seal by seal, and compares. Seals that are made during the check are left for the next one.
 */
export async function verifyAuditLog(db: Kysely<Database>): Promise<Verification> {
  const last = await findLastSeal(db);
  const walked = await walk(db, last?.sealNo ?? 0n);
  const unknownSealNo = walked.broken === null ? await findUnknownSealNo(db) : undefined;
  return {
    ...walked,
    head: walked.head && { sealNo: walked.head.sealNo, hash: walked.head.hash.toString('hex') },
    unsealedEntries: await countUnsealedEntries(db),
    broken: unknownSealNo === undefined ? walked.broken : sealMissing(unknownSealNo),
  };
}

interface Walk {
  seals: bigint;
  entries: bigint;
  head: AuditSeal | null;
  broken: BrokenSeal | null;
}

async function walk(db: Kysely<Database>, lastSealNo: bigint): Promise<Walk> {
  const walked: Walk = { seals: 0n, entries: 0n, head: null, broken: null };
  for (;;) {
    const page = await listSealsAfter(db, { sealNo: walked.head?.sealNo ?? null, limit: PAGE });
    const seals = page.filter(({ sealNo }) => sealNo <= lastSealNo);
    for (const seal of seals) {
      walked.broken = await problemOf(db, seal, walked.head);
      if (walked.broken !== null) return walked;
      walked.seals += 1n;
      walked.entries += seal.entryCount;
      walked.head = seal;
    }
    if (seals.length < PAGE) return walked;
  }
}

async function problemOf(
  db: Kysely<Database>,
  seal: AuditSeal,
  before: AuditSeal | null,
): Promise<BrokenSeal | null> {
  const { sealNo } = seal;
  const expectedNo = (before?.sealNo ?? 0n) + 1n;
  if (sealNo !== expectedNo) return sealMissing(expectedNo);
  if (!seal.previousHash.equals(before?.hash ?? NO_HASH)) return { sealNo, kind: 'chain_broken' };
  const { hash, count } = await hashOfEntries(db, seal);
  if (count !== seal.entryCount) {
    const kind = count < seal.entryCount ? 'entry_removed' : 'entry_added';
    return { sealNo, kind, sealedCount: seal.entryCount, foundCount: count };
  }
  return hash.equals(seal.hash) ? null : { sealNo, kind: 'entry_changed' };
}

async function hashOfEntries(
  db: Kysely<Database>,
  { sealNo, previousHash, form }: AuditSeal,
): Promise<{ hash: Buffer; count: bigint }> {
  const sealHash = createSealHash(previousHash, form);
  let count = 0n;
  let afterId: bigint | null = null;
  for (;;) {
    const entries = await listEntriesOfSeal(db, { sealNo, afterId, limit: PAGE });
    sealHash.add(entries);
    count += BigInt(entries.length);
    afterId = entries.at(-1)?.id ?? null;
    if (entries.length < PAGE) return { hash: sealHash.digest(), count };
  }
}

function sealMissing(sealNo: bigint): BrokenSeal {
  return { sealNo, kind: 'seal_missing' };
}
