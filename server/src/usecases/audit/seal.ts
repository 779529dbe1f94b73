import type { AuditAction } from '@vezne/domain/audit-actions';
import type { Kysely } from 'kysely';
import { findLastSeal, readSealingTime } from '../../db/read/audit/seals.ts';
import { listUnsealedEntries } from '../../db/read/audit/sealable-entries.ts';
import type { SealableEntry } from '../../db/read/audit/sealable-entries.ts';
import type { Database } from '../../db/schema.ts';
import { insertAuditSeal, lockAuditSeals } from '../../db/write/audit/seals.ts';
import { NEWEST_FORM, NO_HASH, createSealHash } from './seal-hash.ts';

/** A few hundred kilobytes: quick to seal, and read in one page when it is verified. */
const ENTRIES_OF_A_SEAL = 1_000;

export interface NewSeal {
  sealNo: bigint;
  hash: Buffer;
  entryCount: number;
  /** People who were added by one hand: somebody else should hear of it. */
  addedAlone: { by: string; handle: string }[];
}

/**
 * Seals the oldest unsealed entries; returns undefined when there are none. An entry that commits late, with a lower id
 * than entries already sealed, goes into a later seal. So ids are ordered only inside a seal.
 */
export async function sealNextEntries(
  db: Kysely<Database>,
  limit = ENTRIES_OF_A_SEAL,
): Promise<NewSeal | undefined> {
  return await db.transaction().execute(async (trx) => {
    // Locks before anything is read, so this worker sees what another worker has just sealed.
    await lockAuditSeals(trx);
    const entries = await listUnsealedEntries(trx, limit);
    if (entries.length === 0) return undefined;
    const last = await findLastSeal(trx);
    const { sealedAt, sealedAtMicroseconds } = await readSealingTime(trx);
    const seal = {
      sealNo: (last?.sealNo ?? 0n) + 1n,
      previousHash: last?.hash ?? NO_HASH,
      form: NEWEST_FORM,
    };
    const entryCount = BigInt(entries.length);
    const sealHash = createSealHash({ ...seal, entryCount, sealedAtMicroseconds });
    sealHash.add(entries);
    const hash = sealHash.digest();
    await insertAuditSeal(trx, { ...seal, hash, sealedAt, entryIds: entries.map(({ id }) => id) });
    return { sealNo: seal.sealNo, hash, entryCount: entries.length, addedAlone: addedAloneIn(entries) };
  });
}

function addedAloneIn(entries: readonly SealableEntry[]): NewSeal['addedAlone'] {
  return entries
    .filter(({ action }) => action === ('staff.add' satisfies AuditAction))
    .map(({ actor, detailsText }) => ({ by: actor, ...(JSON.parse(detailsText) as AddedDetails) }))
    .filter(({ alone }) => alone === true)
    .map(({ by, after }) => ({ by, handle: after?.handle ?? '' }));
}

interface AddedDetails {
  alone?: boolean;
  after?: { handle?: string };
}
