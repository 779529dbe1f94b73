import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import type { SealForm } from '../../db/read/audit/seals.ts';
import type { SealableEntry } from '../../db/read/audit/sealable-entries.ts';

/** The first seal has no seal before it and uses this hash. */
export const NO_HASH: Buffer = Buffer.alloc(32);

/** What a seal's hash covers, and by which text, is its form. A seal made now has this one. */
export const NEWEST_FORM: SealForm = 3;

/** A seal as far as its own hash covers it. */
export interface SealedValues {
  sealNo: bigint;
  previousHash: Buffer;
  form: SealForm;
  entryCount: bigint;
  /** Microseconds since 1970, as PostgreSQL stores them. */
  sealedAtMicroseconds: string;
}

/** The seal itself, before its entries. Earlier forms covered nothing of it but the hash before. */
function textOfSeal({ sealNo, form, entryCount, sealedAtMicroseconds }: SealedValues): string {
  if (form < 3) return '';
  return `${JSON.stringify([String(form), String(sealNo), sealedAtMicroseconds, String(entryCount)])}\n`;
}

/**
 * The text of an entry that is hashed, both for sealing and for verifying. It is a JSON array on its own line. The texts in
 * it are quoted, so two different entries or lists of entries never give the same text. Changing the text would break every
 * existing seal, so each seal stores the form it was made in. Form 1 is from before actors had ids.
 */
function textOfEntry(entry: SealableEntry, form: SealForm): string {
  const values = [
    String(entry.id),
    entry.atMicroseconds,
    entry.actorKind,
    entry.actor,
    entry.action,
    entry.subjectType,
    entry.subjectId,
    entry.detailsText,
    ...(form === 1 ? [] : [entry.actorId]),
  ];
  return `${JSON.stringify(values)}\n`;
}

/** SHA-256 over the previous hash, the seal and then each entry, ordered by id. Entries may be added in several calls. */
export function createSealHash(seal: SealedValues): {
  add(entries: readonly SealableEntry[]): void;
  digest(): Buffer;
} {
  const hash: Hash = createHash('sha256').update(seal.previousHash).update(textOfSeal(seal));
  return {
    add(entries) {
      for (const entry of entries) hash.update(textOfEntry(entry, seal.form));
    },
    digest: () => hash.digest(),
  };
}
