import type { Kysely } from 'kysely';
import { findLastSeal, listSealsAfter } from '../../db/read/audit/seals.ts';
import type { AuditSeal } from '../../db/read/audit/seals.ts';
import {
  countMissingNumbers,
  findUnknownSealNo,
  readUnsealedEntries,
} from '../../db/read/audit/sealable-entries.ts';
import type { SealableEntry } from '../../db/read/audit/sealable-entries.ts';
import type { Database } from '../../db/schema.ts';
import { hashOfSeal } from './hash-of-seal.ts';
import { NEWEST_FORM, NO_HASH } from './seal-hash.ts';

/** How many seals are in memory at a time. */
const PAGE = 1_000;

/**
 * An entry is written at the beginning of a transaction of a few seconds. One that claims a much earlier time than what was sealed
 * before it was put into the past, or the server's clock was set back.
 */
const LATE_MICROSECONDS = 10n * 60n * 1_000_000n;

/** The seal that is broken, and why. */
export type BrokenSeal = { sealNo: bigint } & (
  | { kind: 'seal_missing' | 'chain_broken' | 'form_fell' | 'entry_changed' }
  /** The seal has more or fewer entries now than when it was made. */
  | { kind: 'entry_removed' | 'entry_added'; sealedCount: bigint; foundCount: bigint }
);

/** An intact entry whose time is much earlier than that of an entry sealed before it. */
export interface BackdatedEntry {
  id: bigint;
  sealNo: bigint;
  at: Date;
}

export interface Verification {
  /** What was intact, up to the first broken seal. */
  seals: bigint;
  entries: bigint;
  head: { sealNo: bigint; hash: string } | null;
  /** Intact seals of earlier forms, whose hash doesn't cover when they were made. */
  sealsWithoutTime: bigint;
  backdatedEntries: bigint;
  firstBackdated: BackdatedEntry | null;
  /** Entries that the next seal will cover. Nothing protects them yet. */
  unsealedEntries: bigint;
  oldestUnsealedAt: Date | null;
  /** Numbers that no entry has. An undone transaction leaves one, and so does an entry that was removed before it was sealed. */
  missingNumbers: bigint;
  /** The first broken seal. */
  broken: BrokenSeal | null;
}

/**
 * Recomputes the whole chain, seal by seal, and compares. Seals that are made during the check are left for the next one.
 */
export async function verifyAuditLog(db: Kysely<Database>): Promise<Verification> {
  const last = await findLastSeal(db);
  const { latestAt: _, ...walked } = await walk(db, last?.sealNo ?? 0n);
  const unknownSealNo = walked.broken === null ? await findUnknownSealNo(db) : undefined;
  const unsealed = await readUnsealedEntries(db);
  return {
    ...walked,
    head: walked.head && { sealNo: walked.head.sealNo, hash: walked.head.hash.toString('hex') },
    unsealedEntries: unsealed.count,
    oldestUnsealedAt: unsealed.oldestAt,
    missingNumbers: await countMissingNumbers(db),
    broken: unknownSealNo === undefined ? walked.broken : sealMissing(unknownSealNo),
  };
}

interface Walk extends Pick<
  Verification,
  'seals' | 'entries' | 'sealsWithoutTime' | 'backdatedEntries' | 'firstBackdated' | 'broken'
> {
  head: AuditSeal | null;
  /** Of the entries so far, in microseconds since 1970. */
  latestAt: bigint;
}

async function walk(db: Kysely<Database>, lastSealNo: bigint): Promise<Walk> {
  const walked: Walk = {
    seals: 0n,
    entries: 0n,
    head: null,
    sealsWithoutTime: 0n,
    backdatedEntries: 0n,
    firstBackdated: null,
    broken: null,
    latestAt: 0n,
  };
  for (;;) {
    const page = await listSealsAfter(db, { sealNo: walked.head?.sealNo ?? null, limit: PAGE });
    const seals = page.filter(({ sealNo }) => sealNo <= lastSealNo);
    for (const seal of seals) {
      walked.broken = await problemOf(db, seal, walked);
      if (walked.broken !== null) return walked;
      walked.seals += 1n;
      walked.entries += seal.entryCount;
      if (seal.form < NEWEST_FORM) walked.sealsWithoutTime += 1n;
      walked.head = seal;
    }
    if (seals.length < PAGE) return walked;
  }
}

async function problemOf(db: Kysely<Database>, seal: AuditSeal, walked: Walk): Promise<BrokenSeal | null> {
  const { sealNo } = seal;
  const before = walked.head;
  const expectedNo = (before?.sealNo ?? 0n) + 1n;
  if (sealNo !== expectedNo) return sealMissing(expectedNo);
  if (!seal.previousHash.equals(before?.hash ?? NO_HASH)) return { sealNo, kind: 'chain_broken' };
  if (before !== null && seal.form < before.form) return { sealNo, kind: 'form_fell' };
  const { hash, count } = await hashOfSeal(db, seal, (entry) => noteTime(walked, entry, sealNo));
  if (count !== seal.entryCount) {
    const kind = count < seal.entryCount ? 'entry_removed' : 'entry_added';
    return { sealNo, kind, sealedCount: seal.entryCount, foundCount: count };
  }
  return hash.equals(seal.hash) ? null : { sealNo, kind: 'entry_changed' };
}

function noteTime(walked: Walk, { id, atMicroseconds }: SealableEntry, sealNo: bigint): void {
  const at = BigInt(atMicroseconds);
  if (at < walked.latestAt - LATE_MICROSECONDS) {
    walked.backdatedEntries += 1n;
    walked.firstBackdated ??= { id, sealNo, at: new Date(Number(at / 1_000n)) };
  }
  if (at > walked.latestAt) walked.latestAt = at;
}

function sealMissing(sealNo: bigint): BrokenSeal {
  return { sealNo, kind: 'seal_missing' };
}
